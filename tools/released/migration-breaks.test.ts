import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createIndexConcurrently, type MigrationDb } from '@psa/postgres-kit';
import { migrationBreaks } from './migration-breaks.ts';
import { recordedStatements, splitStatements } from './recorded-statements.ts';

describe('a migration breaks the release before', () => {
  it.each([
    ['drop table tickets', 'drops a table'],
    ['alter table tickets drop column title', 'drops a column'],
    ['alter table tickets drop title', 'drops a column'],
    ['alter table tickets rename column title to name', 'renames'],
    ['alter table tickets rename to cases', 'renames'],
    ['alter table tickets alter column number type bigint', 'changes a type'],
    ['alter table tickets alter number set data type bigint', 'changes a type'],
    ['alter table tickets alter column title set not null', 'demands a value'],
    ['alter table tickets add column a text, add column b text not null', 'adds a column that the release before gives no value'],
    ['alter table only desk.tickets add b text not null', 'adds a column that the release before gives no value'],
    ['alter table tickets add constraint positive check (number > 0)', 'adds a constraint'],
    ['alter table tickets add check (number > 0)', 'adds a constraint'],
    ['alter table tickets add foreign key (tenant, client_id) references clients', 'adds a constraint'],
    ['ALTER TABLE "tickets" ADD UNIQUE (tenant, number)', 'adds a constraint'],
  ])('by: %s', (statement, fault) => {
    expect(migrationBreaks([statement])).toEqual([expect.stringContaining(fault)]);
  });

  it.each([
    'create table things (a int not null, check (a > 0))',
    'alter table tickets add column a text, add column b numeric(10, 2) not null default 0',
    "alter table tickets add column b text not null default 'a, drop column b'",
    'alter table tickets add column total int not null generated always as (a + b) stored',
    'alter table tickets add constraint positive check (number > 0) not valid',
    'alter table tickets validate constraint positive',
    'alter table tickets add constraint own unique using index tickets_own',
    'alter table tickets drop constraint positive',
    'alter table tickets alter column title drop not null',
    'alter table tickets alter column title set default 1',
    'alter table tickets rename constraint a to b',
    'alter table tickets enable row level security',
    'update tickets set title = null',
    'create index concurrently tickets_due on tickets (tenant, due_date)',
    'drop index tickets_due',
  ])('not by: %s', (statement) => expect(migrationBreaks([statement])).toEqual([]));

  it('not by what it does to tables that it made itself', () => {
    expect(
      migrationBreaks([
        'create table if not exists desk.things (a int)',
        'alter table things alter column a set not null',
        'alter table things add check (a > 0)',
        'drop table things',
      ]),
    ).toEqual([]);
  });
});

describe('the statements of a migration', () => {
  it('are recorded without a database, those outside of its transaction first', async () => {
    const statements = await recordedStatements({
      outside: [createIndexConcurrently({ name: 'things_a', definition: 'on things (tenant, a)' })],
      up: async (db: MigrationDb) => {
        await sql`alter table things add column b text;
          alter table things add column c text -- for later`.execute(db);
        await db.updateTable('things').set({ b: 'x' }).execute();
      },
    });
    expect(statements.slice(1)).toEqual([
      'create index concurrently things_a on things (tenant, a)',
      'alter table things add column b text',
      'alter table things add column c text',
      'update "things" set "b" = $1',
    ]);
  });

  it('end where no text, comment or body of a function goes on', () => {
    expect(splitStatements("select ';' /* ; */; create function f() returns int as $x$ begin; return 1; end $x$; ")).toEqual([
      "select ';'",
      'create function f() returns int as $x$ begin; return 1; end $x$',
    ]);
  });
});
