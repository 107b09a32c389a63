import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Migration } from '@psa/postgres-kit';
import { repositoryRoot } from '../local/repository-root.ts';
import { databaseServices } from '../local/services.ts';
import { migrationBreaks } from './migration-breaks.ts';
import { recordedStatements } from './recorded-statements.ts';

/** Where the migrations that are released are listed: the checksum of each by path. */
export const RELEASED_MIGRATIONS = 'tools/released/released-migrations.json';

export interface KnownMigration {
  readonly path: string;
  readonly migration: Migration;
}

/** Every migration of every service. */
export async function allMigrations(): Promise<KnownMigration[]> {
  const ofServices = await Promise.all(
    databaseServices.map(async ({ name }) => {
      const folder = join('apps', name, 'src/migrations');
      const { migrations } = (await import(pathToFileURL(join(repositoryRoot, folder, 'index.ts')).href)) as {
        migrations: Record<string, Migration>;
      };
      return Object.entries(migrations).map(([migrationName, migration]) => ({ path: join(folder, `${migrationName}.ts`), migration }));
    }),
  );
  return ofServices.flat();
}

/** What a release is to keep of the migrations: the checksums of all. */
export async function migrationChecksums(): Promise<Record<string, string>> {
  const all = await allMigrations();
  const paths = all.map(({ path }) => path).sort();
  return Object.fromEntries(paths.map((path) => [path, checksumOf(readFileSync(join(repositoryRoot, path), 'utf8'))]));
}

/** Of what a source does: comments, spaces and the places of imports may change. */
export function checksumOf(source: string): string {
  const code = source
    .replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    .replaceAll(/^import [^;]*;$/gm, '')
    .replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(code.trim()).digest('hex');
}

/** Released migrations that are changed or gone: an installation that has run them never runs them again. */
export function changedMigrations(released: Readonly<Record<string, string>>): string[] {
  return Object.entries(released).flatMap(([path, checksum]) => {
    const file = join(repositoryRoot, path);
    if (!existsSync(file)) return [`${path} is released and was removed`];
    return checksumOf(readFileSync(file, 'utf8')) === checksum ? [] : [`${path} is released and was changed: add another migration`];
  });
}

/** What is wrong with migrations that are not released yet, by {@link migrationBreaks}; a contract step has to say why it is one. */
export async function newMigrationFaults(added: readonly KnownMigration[]): Promise<string[]> {
  const faults = await Promise.all(
    added.map(async ({ path, migration }) => {
      const { contract } = migration;
      if (contract !== undefined)
        return contract.reason.trim() === '' || !/^\d+\.\d+\.\d+/.test(contract.unusedSince)
          ? [`${path}: a contract step names the first release that does without, and why`]
          : [];
      return migrationBreaks(await recordedStatements(migration)).map((fault) => `${path}: ${fault}`);
    }),
  );
  return faults.flat();
}
