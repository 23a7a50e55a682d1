import { expect, it } from 'vitest';
import { requireOpen } from './context.js';

it('publishing and subscribing need a conference that was entered and is not over', () => {
  expect(() => requireOpen({ state: 'joining' })).toThrow('Please call emedia.service.setup(ticket)');
  expect(() => requireOpen({ state: 'left' })).toThrow('current closed');
  for (const state of ['joined', 'reconnecting', 'recovering']) expect(() => requireOpen({ state })).not.toThrow();
});
