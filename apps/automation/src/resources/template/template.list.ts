import type { TemplateListQuery } from '@psa/contracts-automation';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import type { TemplateRecord } from './template.records.ts';

type Condition = RawBuilder<SqlBool>;

const order: ListOrder = {
  columns: {
    created_at: 'created_at',
    updated_at: 'updated_at',
    name: 'name',
    category: 'category',
    usage_count: 'usage_count',
    last_used: 'last_used',
  },
  nullable: new Set(['last_used']),
  id: { ref: 'template_id', name: 'template_id' },
};

/** One page of the templates that pass every filter. */
export function listTemplates(db: Db, query: TemplateListQuery): Promise<Page<TemplateRecord>> {
  const conditions = filterConditions(query);
  const matching = db.selectFrom('automation_templates').where((eb) => eb.and(conditions));
  return readPage<TemplateRecord>(matching.selectAll(), order, query, async () => {
    if (conditions.length === 0) return readRowCount(db, 'automation_templates');
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

const compares =
  (column: string, operator: '=' | '>=' | '<=') =>
  (value: string | number | boolean): Condition =>
    sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`;

function filterConditions(query: TemplateListQuery): Condition[] {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined) conditions.push(make(value));
  };
  when(
    query.search,
    (text) =>
      sql`(name ilike ${containsPattern(text)} or description ilike ${containsPattern(text)} or category ilike ${containsPattern(text)})`,
  );
  when(query.category, compares('category', '='));
  when(query.author, compares('author', '='));
  when(query.compatible_version, (version) => sql`${version} = any(compatible_versions)`);
  when(query.is_active, compares('is_active', '='));
  when(query.usage_count_min, compares('usage_count', '>='));
  when(query.usage_count_max, compares('usage_count', '<='));
  when(query.last_used_from, compares('last_used', '>='));
  when(query.last_used_to, compares('last_used', '<='));
  when(query.created_from, compares('created_at', '>='));
  when(query.created_to, compares('created_at', '<='));
  when(query.updated_from, compares('updated_at', '>='));
  when(query.updated_to, compares('updated_at', '<='));
  return conditions;
}
