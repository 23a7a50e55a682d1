// @vitest-environment node
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classroomLink, newClass, readClassroomLink } from './class-link.js';

test('a link brings room and password back, and keeps the password behind the #', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 });
  fc.assert(
    fc.property(text, text, (room, password) => {
      const url = new URL(classroomLink({ room, password }), 'http://localhost');
      expect(readClassroomLink(url)).toEqual({ room, password });
      expect(url.pathname).toBe('/classroom');
      expect(new URLSearchParams(url.search).has('password')).toBe(false);
    }),
  );
});

test('a new class has a password that a class may have', () => {
  expect(newClass().password).toMatch(/^[a-z0-9]{6}$/);
});
