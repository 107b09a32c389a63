import { basename, join } from 'node:path';
import { globSync } from 'node:fs';

/** The roles that files of resources have, as their suffixes: `asset.handlers.ts`. docs/start-here.md says what each holds. */
export const FILE_ROLES = [
  'handlers',
  'actions',
  'records',
  'list',
  'tables',
  'rules',
  'access',
  'references',
  'view',
  'export',
  'page',
  'section',
  'text',
  'queue',
  'worker',
  'fixtures',
  'test',
] as const;

const ROLE = new RegExp(`^[^.]+(\\.(${FILE_ROLES.join('|')}))?(\\.(model|property|citus))?(\\.test)?\\.ts$`);

/** Names of files, with or without folders, whose suffix is no role. */
export function withoutRole(files: readonly string[]): string[] {
  return files.filter((file) => !ROLE.test(basename(file)));
}

/** Says on stderr which files of resources have a suffix of their own. */
export function rolesAreKnown(root: string): boolean {
  const unknown = withoutRole(globSync(join(root, 'apps/*/src/resources/**/*.ts')));
  for (const file of unknown) console.error(`The suffix of this file is no role (tools/lint/file-roles.ts): ${file}`);
  return unknown.length === 0;
}
