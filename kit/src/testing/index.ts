/** Fakes and helpers for tests. */
export { bundleForNode } from './bundle.js';
export { FakeClock, type FakeClockOptions } from './fake-clock.js';
export { StallingProxy } from './stalling-proxy.js';
export { startUnguardedPostgres } from './unguarded-postgres.js';
