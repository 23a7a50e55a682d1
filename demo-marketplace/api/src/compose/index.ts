/** Composition of the API: one function per part, which receives its dependencies as named arguments. */
export { composeCore } from './core.js';
export { composeDelivery } from './delivery.js';
export { prepareDemo, prepareProduction } from './demo.js';
export { composeFiles } from './files.js';
export { composeMembers } from './members.js';
export type { Parts } from './parts.js';
export { composePaymentProviders } from './payments.js';
export { addHeaders, addRoutes } from './routes.js';
export { startSecretRotation } from './secret-rotation.js';
export { composeWorkers, startWorkers, workersIdle } from './workers.js';
