/** Deferred work: a job queue in the database, processed by any number of processes. */
export { LEASE_MS, LeaseLostError, Leases, type Lease } from './leases.js';
export {
  delayAfter,
  enqueue,
  forgetJobs,
  jobWorker,
  type ExternalJob,
  type Job,
  type JobHandler,
  type Jobs,
} from './queue.js';
export { Worker, type WorkerLog } from './worker.js';
