/** Runs executions. */
export const EXECUTION_WORKER = 'automation-executions';

/** Fires rules by the clock. */
export const CLOCK_WORKER = 'automation-clock';

/** Tells people of executions. */
export const NOTICE_WORKER = 'automation-notices';

/** Starts workflows by the clock. */
export const WORKFLOW_CLOCK_WORKER = 'automation-workflow-clock';
