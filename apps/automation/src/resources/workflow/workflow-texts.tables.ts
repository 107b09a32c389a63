import type { TextIndex } from '@psa/postgres-kit';

/** Workflows by any part of name, description, category and tags. */
export const registrationTexts: TextIndex = { name: 'workflow_registration_texts', of: 'workflow_registrations', key: 'registration_id' };

/** Executions by any part of the workflow's name, the correlation id and the beginning of the error. */
export const executionTexts: TextIndex = { name: 'workflow_execution_texts', of: 'workflow_executions', key: 'execution_id' };

/** Tasks by any part of title and description. */
export const taskTexts: TextIndex = { name: 'workflow_task_texts', of: 'workflow_tasks', key: 'task_id' };
