import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { repositoryRoot } from '../local/repository-root.ts';
import { allMigrations, changedMigrations, checksumOf, newMigrationFaults, RELEASED_MIGRATIONS } from './released-migrations.ts';

const released = JSON.parse(readFileSync(join(repositoryRoot, RELEASED_MIGRATIONS), 'utf8')) as Record<string, string>;

describe('migrations', () => {
  it('that are released stay as they are', () => expect(changedMigrations(released)).toEqual([]));

  it('that are new leave the release before working, or say why they need not', async () => {
    const added = (await allMigrations()).filter(({ path }) => !(path in released));
    expect(await newMigrationFaults(added)).toEqual([]);
  }, 60_000);
});

describe('what is asked of migrations', () => {
  const dropping = (more: Partial<Migration> = {}): Migration => ({
    up: async (db: MigrationDb) => void (await sql`alter table tickets drop column title`.execute(db)),
    ...more,
  });
  const faultsOf = (migration: Migration) => newMigrationFaults([{ path: 'apps/desk/src/migrations/0300-x.ts', migration }]);

  it('finds what breaks the release before, unless it is a contract step that says why', async () => {
    expect(await faultsOf(dropping())).toEqual([expect.stringMatching(/^apps\/desk\/src\/migrations\/0300-x\.ts: .*drops a column/)]);
    expect(await faultsOf(dropping({ contract: { unusedSince: '0.2.0', reason: 'Titles are in ticket_texts' } }))).toEqual([]);
    expect(await faultsOf(dropping({ contract: { unusedSince: '0.2.0', reason: ' ' } }))).toHaveLength(1);
    expect(await faultsOf(dropping({ contract: { unusedSince: 'now', reason: 'Titles are in ticket_texts' } }))).toHaveLength(1);
  });

  it('finds one that is changed or gone', () => {
    const [path = '', checksum = ''] = Object.entries(released)[0] ?? [];
    expect(changedMigrations({ [path]: checksum })).toEqual([]);
    expect(changedMigrations({ [path]: checksumOf('another') })).toEqual([`${path} is released and was changed: add another migration`]);
    expect(changedMigrations({ 'apps/desk/src/migrations/none.ts': checksum })).toEqual([
      'apps/desk/src/migrations/none.ts is released and was removed',
    ]);
  });

  it('lets comments, spaces and imports change', () => {
    const source = "import { a } from './a.ts';\n\n/** Why. */\nexport const x = {\n  // How.\n  up: () => a(),\n};\n";
    const moved = "import { a } from '../a.ts';\nexport const x = { up: () => a(), };\n";
    expect(checksumOf(moved)).toBe(checksumOf(source));
    expect(checksumOf(moved.replace('a()', 'b()'))).not.toBe(checksumOf(source));
  });
});
