/** All that web and API share: one schema per action, codes, limits. */
export * from './classroom.js';
export * from './envelope.js';
