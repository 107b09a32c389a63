import { priorityLevels, type RuleListQuery } from '@psa/contracts-automation';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import { type RuleRow, ruleRows } from './rule.records.ts';
import type { AutomationRulesTable } from './rule.tables.ts';

type Column = `automation_rules.${keyof AutomationRulesTable}`;
type Condition = RawBuilder<SqlBool>;

const order: ListOrder = {
  columns: {
    created_at: 'automation_rules.created_at',
    updated_at: 'automation_rules.updated_at',
    name: 'automation_rules.name',
    status: 'automation_rules.status',
    priority: 'automation_rules.priority',
    trigger_type: 'automation_rules.trigger_type',
    execution_count: 'automation_rules.execution_count',
    last_executed: 'automation_rules.last_executed',
  },
  nullable: new Set(['last_executed']),
  id: { ref: 'automation_rules.rule_id', name: 'rule_id' },
};

/** One page of the rules that pass every filter. */
export function listRules(db: Db, query: RuleListQuery): Promise<Page<RuleRow>> {
  const conditions = filterConditions(query);
  return readPage<RuleRow>(
    ruleRows(db).where((eb) => eb.and(conditions)),
    order,
    query,
    async () => {
      if (conditions.length === 0) return readRowCount(db, 'automation_rules');
      const { count } = await db
        .selectFrom('automation_rules')
        .select(sql<number>`count(*)`.as('count'))
        .where((eb) => eb.and(conditions))
        .executeTakeFirstOrThrow();
      return count;
    },
  );
}

const compares =
  (column: Column, operator: '=' | '>=' | '<=') =>
  (value: string | number): Condition =>
    sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`;

function filterConditions(query: RuleListQuery): Condition[] {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined) conditions.push(make(value));
  };
  when(
    query.search,
    (text) => sql`(automation_rules.name ilike ${containsPattern(text)} or automation_rules.description ilike ${containsPattern(text)}
    or automation_rules.event_type ilike ${containsPattern(text)} or ${text} = any(automation_rules.tags))`,
  );
  when(query.name, (text) => sql`automation_rules.name ilike ${containsPattern(text)}`);
  when(query.is_active, (active) => sql`(automation_rules.status = 'active') = ${active}`);
  when(query.status, compares('automation_rules.status', '='));
  when(query.trigger_type, compares('automation_rules.trigger_type', '='));
  when(query.priority, (name) => compares('automation_rules.priority', '=')(priorityLevels.indexOf(name)));
  when(query.template_category, compares('automation_rules.template_category', '='));
  when(query.created_by, compares('automation_rules.created_by', '='));
  when(query.created_from, compares('automation_rules.created_at', '>='));
  when(query.created_to, compares('automation_rules.created_at', '<='));
  when(query.updated_from, compares('automation_rules.updated_at', '>='));
  when(query.updated_to, compares('automation_rules.updated_at', '<='));
  when(query.last_executed_from, compares('automation_rules.last_executed', '>='));
  when(query.last_executed_to, compares('automation_rules.last_executed', '<='));
  when(query.execution_count_min, compares('automation_rules.execution_count', '>='));
  when(query.execution_count_max, compares('automation_rules.execution_count', '<='));
  return conditions;
}
