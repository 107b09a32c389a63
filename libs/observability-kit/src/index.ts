export { lineLog } from './line-log.ts';
export { createLog, type Log } from './log.ts';
export { createMetrics, exposition, type Metrics } from './metrics.ts';
export { redactedMembers, withoutCredentials } from './redact.ts';
