/** What is done later: jobs in the database, worked off by any number of processes. */
export { delayAfter, enqueue, forgetJobs, jobWorker, type JobHandler } from './queue.js';
export { Worker, type WorkerLog } from './worker.js';
