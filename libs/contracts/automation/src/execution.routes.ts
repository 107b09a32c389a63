import { created, Id, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { BulkExecution, BulkExecutionResult, Execution, ExecutionListQuery, ManualExecution } from './execution.schemas.ts';
import { eventReaders } from './event-readers.ts';
import { automationGroup } from './group.ts';

const params = z.object({ id: Id.describe('Execution id') });

export const executionRoutes = routes(automationGroup('Automation executions'), {
  listExecutions: {
    method: 'get',
    path: '/api/v1/automation/executions',
    permission: 'automation:read',
    mayUse: eventReaders,
    summary: 'List executions, the last first',
    query: ExecutionListQuery,
    reply: page(Execution),
  },
  getExecution: {
    method: 'get',
    path: '/api/v1/automation/executions/{id}',
    permission: 'automation:read',
    mayUse: eventReaders,
    summary: 'Read one execution with its log',
    params,
    reply: one(Execution),
    errors: ['NOT_FOUND'],
  },
  executeRule: {
    method: 'post',
    path: '/api/v1/automation/rules/{id}/execute',
    permission: 'automation:execute',
    summary: 'Execute a rule now',
    description:
      'Refused while the rule is not active, unless `override_conditions` says otherwise. A dry run is a completed execution at once.',
    params: z.object({ id: Id.describe('Rule id') }),
    body: ManualExecution,
    reply: created(Execution),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  retryExecution: {
    method: 'post',
    path: '/api/v1/automation/executions/{id}/retry',
    permission: 'automation:execute',
    mayUse: eventReaders,
    summary: 'Try a failed execution again',
    description: 'It goes on at the action that failed; what succeeded is not done again.',
    params,
    reply: one(Execution),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  cancelExecution: {
    method: 'post',
    path: '/api/v1/automation/executions/{id}/cancel',
    permission: 'automation:execute',
    mayUse: eventReaders,
    summary: 'Cancel an execution that has not ended',
    params,
    reply: one(Execution),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  bulkExecuteRules: {
    method: 'post',
    path: '/api/v1/automation/bulk/execute',
    permission: 'automation:execute',
    summary: 'Execute many rules now',
    body: BulkExecution,
    reply: one(BulkExecutionResult),
  },
  bulkExecuteRulesOfRules: {
    method: 'post',
    path: '/api/v1/automation/rules/bulk-execute',
    permission: 'automation:execute',
    summary: 'Execute many rules now (second address)',
    body: BulkExecution,
    reply: one(BulkExecutionResult),
  },
});
