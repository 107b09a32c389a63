import type {
  RegistrationListQuery,
  VersionListQuery,
  WorkflowEventListQuery,
  WorkflowRunListQuery,
  WorkflowTaskListQuery,
} from '@psa/contracts-automation';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import type { EventRow, ExecutionRow, RegistrationRow, TaskRow, VersionRow } from './workflow.records.ts';

type Condition = RawBuilder<SqlBool>;
type ListedTable = 'workflow_registrations' | 'workflow_versions' | 'workflow_executions' | 'workflow_events' | 'workflow_tasks';

const order = (id: string, columns: readonly string[], nullable: readonly string[] = []): ListOrder => ({
  columns: Object.fromEntries(columns.map((column) => [column, column])),
  nullable: new Set(nullable),
  id: { ref: id, name: id },
});

const equal = (column: string, value: string | undefined): Condition[] => (value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`]);
const between = ({ from, to }: { from: string | undefined; to: string | undefined }): Condition[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${from}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`created_at <= ${to}`]),
];
const containing = (text: string | undefined, ...columns: string[]): Condition[] =>
  text === undefined
    ? []
    : [
        sql`(${sql.join(
          columns.map((column) => sql`${sql.ref(column)} ilike ${containsPattern(text)}`),
          sql` or `,
        )})`,
      ];
const common = (query: {
  created_from?: string | undefined;
  created_to?: string | undefined;
  updated_from?: string | undefined;
  updated_to?: string | undefined;
}): Condition[] => [
  ...between({ from: query.created_from, to: query.created_to }),
  ...(query.updated_from === undefined ? [] : [sql<SqlBool>`updated_at >= ${query.updated_from}`]),
  ...(query.updated_to === undefined ? [] : [sql<SqlBool>`updated_at <= ${query.updated_to}`]),
];

function list<Row>(
  db: Db,
  table: ListedTable,
  by: ListOrder,
  query: Parameters<typeof readPage>[2],
  conditions: Condition[],
): Promise<Page<Row>> {
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const matching = db.selectFrom(table).where(sql<boolean>`${where}`);
  return readPage<Row>(matching.selectAll() as never, by, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

export function listRegistrations(db: Db, query: RegistrationListQuery): Promise<Page<RegistrationRow>> {
  const by = order('registration_id', ['created_at', 'updated_at', 'name', 'status', 'execution_count']);
  return list(db, 'workflow_registrations', by, query, [
    ...common(query),
    ...containing(query.search, 'name', 'description', 'category'),
    ...equal('status', query.status),
    ...equal('category', query.category),
  ]);
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
  return list(db, 'workflow_executions', by, query, [
    ...common(query),
    ...between({ from: query.date_from, to: query.date_to }),
    ...containing(query.search, 'workflow_name', 'correlation_id'),
    ...equal('status', query.status),
    ...equal('workflow_name', query.workflow_name),
    ...equal('registration_id', query.registration_id),
    ...equal('correlation_id', query.correlation_id),
  ]);
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

/** @param inboxOf whose inbox; the tasks of everybody when undefined */
export function listTasks(db: Db, query: WorkflowTaskListQuery, inboxOf: string | undefined): Promise<Page<TaskRow>> {
  const by = order('task_id', ['created_at', 'due_date', 'title', 'status'], ['due_date']);
  const inbox: Condition[] =
    inboxOf === undefined
      ? []
      : [
          sql`(claimed_by = ${inboxOf} or ${inboxOf}::uuid = any(assigned_users) or (status = 'pending' and assigned_users = '{}'))`,
          ...(query.status === undefined ? [sql<SqlBool>`status in ('pending', 'claimed')`] : []),
        ];
  return list(db, 'workflow_tasks', by, query, [
    ...common(query),
    ...containing(query.search, 'title', 'description'),
    ...equal('status', query.status),
    ...equal('execution_id', query.execution_id),
    ...inbox,
  ]);
}
