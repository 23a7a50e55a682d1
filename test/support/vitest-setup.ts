import { vi } from 'vitest';
import { PATIENCE_MS } from './eventually.js';

// Vitest gives `waitFor` and `waitUntil` one second, which no setting of its config changes.

const { waitFor, waitUntil } = vi;

const patient = <T extends { readonly timeout?: number }>(options: T | number = PATIENCE_MS): T | number =>
  typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options };

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
