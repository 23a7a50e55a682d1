/** Programs and modules that run in separate processes and threads. */
export { Backoff, type BackoffLimits } from './backoff.js';
export { ForkedProcess, type ForkedProcessOptions, type HeartbeatMessage } from './forked-process.js';
export { moduleEntry } from './module-entry.js';
export { Supervisor, type Running, type SupervisorOptions } from './supervisor.js';
