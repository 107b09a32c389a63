export { abortable } from './abortable.ts';
export { limitConcurrency } from './limit-concurrency.ts';
export { type Job, JobLost, PermanentFailure, type QueueWorkerOptions } from './queue/job.ts';
export { queueWorker } from './queue/queue-worker.ts';
export { repeatEvery } from './repeat-every.ts';
export { runSchedule, type Schedule, type ScheduleOptions, startSchedules } from './schedule.ts';
export { startWorker, wakeWorker, type Worker, type WorkerRun, type WorkerTools } from './worker.ts';
