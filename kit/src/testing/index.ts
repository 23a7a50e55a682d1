/** Fakes and helpers for tests. */
export { bundleForNode } from './bundle.js';
export { fuzzLimitMs, fuzzOptions, type FuzzOptions } from './fuzz-options.js';
export { FakeClock, type FakeClockOptions } from './fake-clock.js';
export { StallingProxy } from './stalling-proxy.js';
export { startUnguardedPostgres } from './unguarded-postgres.js';
