/** Media: the engine port and the default engine behind it. */
export * from './engine.js';
export { createWeriftEngine } from './werift/host.js';
export type { WeriftEngineOptions } from './werift/options.js';
