import { vi } from 'vitest';
import { WAIT_LIMIT_MS } from './eventually.js';

// Vitest gives `waitFor` and `waitUntil` one second, which no setting of its config changes.

const { waitFor, waitUntil } = vi;

const patient = <T extends { readonly timeout?: number }>(options: T | number = WAIT_LIMIT_MS): T | number =>
  typeof options === 'number' ? options : { timeout: WAIT_LIMIT_MS, ...options };

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

// jsdom lays nothing out, and has no scrolling to an element.
if (typeof Element !== 'undefined') Element.prototype.scrollIntoView ??= () => undefined;
