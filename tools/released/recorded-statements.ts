import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';

/** What a migration says to the database, in order; nothing is executed, and whatever it reads is empty. */
export async function recordedStatements({ outside = [], up }: Migration): Promise<string[]> {
  const statements: string[] = [];
  const db: MigrationDb = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (recorder) => new PostgresIntrospector(recorder),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      statements.push(...splitStatements(query.sql));
    },
  });
  for (const step of outside) await step.run(db);
  await up(db);
  return statements;
}

/** Quoted texts and bodies of functions, comments, ends of statements, and everything else. */
const PARTS = /(\$\w*\$)[^]*?\1|'(?:[^']|'')*'|"[^"]*"|--[^\n]*|\/\*[^]*?\*\/|;|[^$'"\-/;]+|[^]/g;

/** The statements of a text, without comments, in one line each. */
export function splitStatements(text: string): string[] {
  const statements = [''];
  for (const [part] of text.matchAll(PARTS)) {
    if (part === ';') statements.push('');
    else statements.push(`${statements.pop()}${/^(?:--|\/\*)/.test(part) ? ' ' : part}`);
  }
  return statements.map((statement) => statement.replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}
