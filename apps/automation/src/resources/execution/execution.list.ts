import type { ExecutionListQuery } from '@psa/contracts-automation';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import type { ExecutionRecord } from './execution.records.ts';

type Condition = RawBuilder<SqlBool>;

const order: ListOrder = {
  columns: { started_at: 'started_at', completed_at: 'completed_at', duration_ms: 'duration_ms', status: 'status' },
  nullable: new Set(['completed_at', 'duration_ms']),
  id: { ref: 'execution_id', name: 'execution_id' },
};

/** One page of the executions that pass every filter. */
export function listExecutions(db: Db, query: ExecutionListQuery): Promise<Page<ExecutionRecord>> {
  const conditions = filterConditions(query);
  const matching = db.selectFrom('automation_executions').where((eb) => eb.and(conditions));
  return readPage<ExecutionRecord>(matching.selectAll(), order, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

const compares =
  (column: string, operator: '=' | '>=' | '<=') =>
  (value: string | number): Condition =>
    sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`;

function filterConditions(query: ExecutionListQuery): Condition[] {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined) conditions.push(make(value));
  };
  when(query.search, (text) => sql`(rule_name ilike ${containsPattern(text)} or error_message ilike ${containsPattern(text)})`);
  when(query.automation_rule_id, compares('rule_id', '='));
  when(query.status, compares('status', '='));
  when(query.is_active, (active) => sql`(status in ('pending', 'running')) = ${active}`);
  when(query.trigger_type, compares('trigger_type', '='));
  when(query.started_from, compares('started_at', '>='));
  when(query.started_to, compares('started_at', '<='));
  when(query.created_from, compares('created_at', '>='));
  when(query.created_to, compares('created_at', '<='));
  when(query.updated_from, compares('updated_at', '>='));
  when(query.updated_to, compares('updated_at', '<='));
  when(query.duration_min_ms, compares('duration_ms', '>='));
  when(query.duration_max_ms, compares('duration_ms', '<='));
  when(query.has_errors, (has) => sql`(actions_failed > 0 or status in ('failed', 'timeout')) = ${has}`);
  return conditions;
}
