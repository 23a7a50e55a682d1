import { expect, it } from 'vitest';
import { requireOpen } from './context.js';

it('publishing and subscribing need a conference that was entered and is not over', () => {
  expect(() => requireOpen({ state: 'joining' })).toThrow(
    expect.objectContaining({ specMessage: 'Please call emedia.service.setup(ticket)' }) as Error,
  );
  expect(() => requireOpen({ state: 'left' })).toThrow(
    expect.objectContaining({ specMessage: 'current closed' }) as Error,
  );
  for (const state of ['joined', 'reconnecting', 'recovering']) expect(() => requireOpen({ state })).not.toThrow();
});
