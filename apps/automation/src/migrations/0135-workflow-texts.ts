import { createTextIndex, type Migration, type MigrationDb, type TextIndex } from '@psa/postgres-kit';
import { sql } from 'kysely';
import { executionTexts, registrationTexts, taskTexts } from '../resources/workflow/workflow-texts.tables.ts';

/** Workflows, their executions and tasks are found by parts of their texts; those that are there are written by the next migration. */
export const workflowTextsMigration: Migration = {
  async up(db: MigrationDb) {
    for (const text of INDEXED_TEXTS) {
      await createTextIndex(db, 'automation', text.index);
      for (const statement of triggerOf(text)) await sql.raw(statement).execute(db);
    }
  },
};

export interface IndexedText {
  readonly index: TextIndex;
  /** Columns whose change changes the text. */
  readonly columns: readonly string[];
  /** The text of a row, in SQL. */
  readonly textOf: (row: string) => string;
}

export const INDEXED_TEXTS: readonly IndexedText[] = [
  {
    index: registrationTexts,
    columns: ['name', 'description', 'category', 'tags'],
    textOf: (row) => joined(`${row}.name`, `left(${row}.description, 4000)`, `${row}.category`, `array_to_string(${row}.tags, ' ')`),
  },
  {
    index: executionTexts,
    columns: ['workflow_name', 'correlation_id', 'error_message'],
    textOf: (row) => joined(`${row}.workflow_name`, `${row}.correlation_id`, `left(${row}.error_message, 4000)`),
  },
  {
    index: taskTexts,
    columns: ['title', 'description'],
    textOf: (row) => joined(`${row}.title`, `left(${row}.description, 4000)`),
  },
];

function joined(...texts: string[]): string {
  return `search_text(concat_ws(E'\\n', ${texts.join(', ')}))`;
}

/** An execution changes at each step: the text is made again only where what it is made of has changed. */
function triggerOf({ index: { name, of, key }, columns, textOf }: IndexedText): string[] {
  const were = (row: string) => `(${columns.map((column) => `${row}.${column}`).join(', ')})`;
  return [
    `create function keep_${name}() returns trigger language plpgsql set search_path = automation, public, pg_temp as $$
      begin
        insert into ${name} (tenant, ${key}, text) values (new.tenant, new.${key}, ${textOf('new')})
        on conflict (tenant, ${key}) do update set text = excluded.text where ${name}.text <> excluded.text;
        return null;
      end $$`,
    `create trigger write_text after insert on ${of} for each row execute function keep_${name}()`,
    `create trigger keep_text after update of ${columns.join(', ')} on ${of}
      for each row when (${were('old')} is distinct from ${were('new')}) execute function keep_${name}()`,
  ];
}
