import type {
  RegistrationListQuery,
  VersionListQuery,
  WorkflowEventListQuery,
  WorkflowRunListQuery,
  WorkflowTaskHistoryQuery,
  WorkflowTaskListQuery,
} from '@psa/contracts-automation';
import type { Page } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import { between, common, type Condition, containing, equal, list, listContaining, order } from './row.list.ts';
import { executionTexts, registrationTexts, taskTexts } from './workflow-texts.tables.ts';
import type { EventRow, ExecutionRow, RegistrationRow, TaskChangeRow, TaskRow, VersionRow } from './workflow.records.ts';

export function listRegistrations(db: Db, query: RegistrationListQuery): Promise<Page<RegistrationRow>> {
  const by = order('registration_id', ['created_at', 'updated_at', 'name', 'status', 'execution_count']);
  const filters = [...common(query), ...equal('status', query.status), ...equal('category', query.category)];
  const searched = { index: registrationTexts, columns: ['name', 'description', 'category'] };
  return listContaining(db, 'workflow_registrations', by, query, filters, searched);
}

export function listVersions(db: Db, registrationId: string, query: VersionListQuery): Promise<Page<VersionRow>> {
  return list(db, 'workflow_versions', order('version_id', ['created_at']), query, [
    ...between({ from: query.created_from, to: query.created_to }),
    ...between({ from: query.updated_from, to: query.updated_to }),
    ...containing(query.search, 'workflow_version', 'changelog'),
    ...equal('registration_id', registrationId),
  ]);
}

export function listRuns(db: Db, query: WorkflowRunListQuery): Promise<Page<ExecutionRow>> {
  const by = order('execution_id', ['created_at', 'started_at', 'completed_at', 'workflow_name', 'status'], ['started_at', 'completed_at']);
  const filters = [
    ...common(query),
    ...between({ from: query.date_from, to: query.date_to }),
    ...equal('status', query.status),
    ...equal('workflow_name', query.workflow_name),
    ...equal('registration_id', query.registration_id),
    ...equal('correlation_id', query.correlation_id),
    ...equal('parent_execution_id', query.parent_execution_id),
    ...equal('trigger_id', query.trigger_id),
    ...equal('priority', query.priority),
  ];
  const searched = { index: executionTexts, columns: ['workflow_name', 'correlation_id'] };
  return listContaining(db, 'workflow_executions', by, query, filters, searched);
}

/** Entries never change: they were last changed when they were made. */
export function listEvents(db: Db, query: WorkflowEventListQuery): Promise<Page<EventRow>> {
  return list(db, 'workflow_events', order('event_id', ['created_at', 'position']), query, [
    ...between({ from: query.created_from, to: query.created_to }),
    ...between({ from: query.updated_from, to: query.updated_to }),
    ...containing(query.search, 'event_name', 'step'),
    ...equal('execution_id', query.execution_id),
    ...equal('event_name', query.event_name),
    ...equal('event_type', query.event_type),
  ]);
}

/** Whose inbox is meant: somebody, and the roles they have. */
export interface InboxOwner {
  readonly userId: string;
  readonly roleIds: readonly string[];
}

/** @param inboxOf whose inbox; the tasks of everybody when undefined */
export function listTasks(db: Db, query: WorkflowTaskListQuery, inboxOf: InboxOwner | undefined): Promise<Page<TaskRow>> {
  const by = order('task_id', ['created_at', 'due_date', 'title', 'status'], ['due_date']);
  const inbox: Condition[] =
    inboxOf === undefined
      ? []
      : [
          sql`(claimed_by = ${inboxOf.userId} or ${inboxOf.userId}::uuid = any(assigned_users) or assigned_roles && ${inboxOf.roleIds}::uuid[]
            or (status = 'pending' and assigned_users = '{}' and assigned_roles = '{}'))`,
          ...(query.status === undefined ? [sql<SqlBool>`status in ('pending', 'claimed')`] : []),
        ];
  const filters = [
    ...common(query),
    ...equal('status', query.status),
    ...equal('priority', query.priority),
    ...equal('execution_id', query.execution_id),
    ...inbox,
  ];
  return listContaining(db, 'workflow_tasks', by, query, filters, { index: taskTexts, columns: ['title', 'description'] });
}

export function listTaskChanges(db: Db, taskId: string, query: WorkflowTaskHistoryQuery): Promise<Page<TaskChangeRow>> {
  return list(db, 'workflow_task_changes', order('history_id', ['created_at']), query, [
    ...between({ from: query.created_from, to: query.created_to }),
    ...between({ from: query.updated_from, to: query.updated_to }),
    ...containing(query.search, 'action'),
    ...equal('task_id', taskId),
  ]);
}
