import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DISPLAY_NAME_MAX, displayName, roomPassword } from './index.js';

test('a display name is trimmed, and refused when nothing or too much is left', () => {
  expect(displayName.parse('  林老師 ')).toBe('林老師');
  expect(displayName.safeParse(' \t ').success).toBe(false);
  fc.assert(
    fc.property(fc.string({ maxLength: 80 }), (name) => {
      const length = name.trim().length;
      expect(displayName.safeParse(name).success).toBe(length >= 1 && length <= DISPLAY_NAME_MAX);
    }),
  );
});

test('a room password has 4 to 8 characters', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), (password) => {
      expect(roomPassword.safeParse(password).success).toBe(password.length >= 4 && password.length <= 8);
    }),
  );
});
