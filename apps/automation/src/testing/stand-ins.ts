import type { Ports } from '../automation-app.ts';

/** The outside world where a test runs the automation service alone. */
export const standIns: Partial<Ports> = {};

/** Settings of tests: receivers run on this machine. */
export const testSettings = { PSA_EGRESS_ALLOW: '127.0.0.1' };
