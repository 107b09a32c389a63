import type { SearchWorkflows, WorkflowSearchResult } from '@psa/contracts-automation';
import { containsPattern, textCondition, type TextIndex } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import { executionTexts, registrationTexts, taskTexts } from '../workflow/workflow-texts.tables.ts';
import { allTemplates } from '../workflow-template/find-template.records.ts';

type EntityType = WorkflowSearchResult['entity_type'];
type Column = 'name' | 'description' | 'category' | 'tags';

interface Source {
  readonly table: 'workflow_registrations' | 'workflow_executions' | 'workflow_tasks' | 'workflow_triggers';
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: string;
  /** Holds the texts of all its columns; a tenant has few of what has none. */
  readonly index?: TextIndex;
  /** Where the fields of a search are found. */
  readonly columns: Readonly<Partial<Record<Column, string>>>;
}

const SOURCES: Readonly<Record<Exclude<EntityType, 'template'>, Source>> = {
  workflow: {
    table: 'workflow_registrations',
    id: 'registration_id',
    name: 'name',
    description: 'description',
    status: 'status',
    index: registrationTexts,
    columns: { name: 'name', description: 'description', category: 'category', tags: `array_to_string(tags, ' ')` },
  },
  execution: {
    table: 'workflow_executions',
    id: 'execution_id',
    name: 'workflow_name',
    description: 'error_message',
    status: 'status',
    index: executionTexts,
    columns: { name: 'workflow_name', description: 'error_message' },
  },
  task: {
    table: 'workflow_tasks',
    id: 'task_id',
    name: 'title',
    description: 'description',
    status: 'status',
    index: taskTexts,
    columns: { name: 'title', description: 'description' },
  },
  trigger: {
    table: 'workflow_triggers',
    id: 'trigger_id',
    name: 'name',
    description: null,
    status: `case when is_active then 'active' else 'inactive' end`,
    columns: { name: 'name', description: 'event_type' },
  },
};

const ALL_FIELDS: Column[] = ['name', 'description', 'category', 'tags'];

/** What contains a text, the newest first, of every kind that is asked for. */
export async function searchWorkflows(db: Db, search: SearchWorkflows): Promise<WorkflowSearchResult[]> {
  const found = await Promise.all(
    search.entity_types.map((type) => (type === 'template' ? searchTemplates(db, search) : searchTable(db, type, SOURCES[type], search))),
  );
  return found
    .flat()
    .sort((one, other) => ((one.created_at ?? '') < (other.created_at ?? '') ? 1 : -1))
    .slice(0, search.limit);
}

async function searchTable(db: Db, entity_type: EntityType, source: Source, search: SearchWorkflows): Promise<WorkflowSearchResult[]> {
  const columns = (search.fields ?? ALL_FIELDS).flatMap((field) => source.columns[field] ?? []);
  if (columns.length === 0) return [];
  const contains = sql.join(
    columns.map((column) => sql`${sql.raw(column)} ilike ${containsPattern(search.query)}`),
    sql` or `,
  );
  const field = sql.ref(search.date_range_field);
  const conditions: RawBuilder<SqlBool>[] = [sql`(${contains})`];
  if (source.index !== undefined) {
    const { perRow } = await textCondition(db, source.index, source.table, search.query, undefined, false);
    conditions.unshift(perRow);
  }
  if (search.status !== undefined) conditions.push(sql`${sql.raw(source.status)} = any(${search.status})`);
  if (search.date_from !== undefined) conditions.push(sql`${field} >= ${search.date_from}`);
  if (search.date_to !== undefined) conditions.push(sql`${field} <= ${search.date_to}`);
  const rows = await db
    .selectFrom(source.table)
    .select([
      sql<string>`${sql.ref(source.id)}`.as('id'),
      sql<string>`${sql.ref(source.name)}`.as('name'),
      sql<string | null>`${source.description === null ? sql`null::text` : sql.ref(source.description)}`.as('description'),
      sql<string>`${sql.raw(source.status)}`.as('status'),
      'created_at',
      'updated_at',
    ])
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy('created_at', 'desc')
    .limit(search.limit)
    .execute();
  return rows.map((row) => ({ entity_type, ...row }));
}

async function searchTemplates(
  db: Db,
  { query, fields = ALL_FIELDS, status, date_range_field, date_from, date_to }: SearchWorkflows,
): Promise<WorkflowSearchResult[]> {
  const text = query.toLowerCase();
  return (await allTemplates(db))
    .filter((template) => {
      const date = template[date_range_field];
      return (
        fields.some((field) => [template[field] ?? ''].flat().join(' ').toLowerCase().includes(text)) &&
        (status === undefined || status.includes(template.status)) &&
        (date_from === undefined || (date !== null && Date.parse(date) >= Date.parse(date_from))) &&
        (date_to === undefined || (date !== null && Date.parse(date) <= Date.parse(date_to)))
      );
    })
    .map(({ template_id, name, description, status: state, created_at, updated_at }) => ({
      entity_type: 'template' as const,
      id: template_id,
      name,
      description,
      status: state,
      created_at,
      updated_at,
    }));
}
