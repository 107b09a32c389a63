/** The import by which the test kit migrates. */
const MIGRATE_IMPORT = /^(import \{[^}]*?)\n? *\bmigrate,?([^}]*\} from '@psa\/postgres-kit';)$/m;

/**
 * The test kit's module that makes databases, with the newer version's migrations behind its own.
 * @throws Error when it no longer imports `migrate` as it did
 */
export function withForwardMigrations(source: string): string {
  if (!MIGRATE_IMPORT.test(source)) throw new Error('The test kit of the released version migrates in another way than is known here');
  return `${source.replace(MIGRATE_IMPORT, '$1$2')}\nimport { migrate } from './migrate-forward.ts';\n`;
}

/**
 * Stands beside that module in the released version. A database gets the released tables first and then becomes the newer version's, as in
 * an installation; a copy of it, which has both, only its roles' settings.
 */
export const MIGRATE_FORWARD = `import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { migrate as migrateAsReleased } from '@psa/postgres-kit';

type Options = Parameters<typeof migrateAsReleased>[0];

export async function migrate(options: Options): Promise<string[]> {
  const program = join(process.env['PSA_NEXT_BUNDLES'] ?? '', options.service, 'main.mjs');
  const isCopy = new URL(options.adminUrl).pathname.startsWith('/psa_test_');
  const ran = isCopy && existsSync(program) ? [] : await migrateAsReleased(options);
  if (!existsSync(program)) return ran;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'migrate'], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PSA_MIGRATION_DATABASE_URL: options.adminUrl,
      PSA_DATABASE_URL: options.appUrl,
      PSA_WORKER_DATABASE_URL: options.workerUrl,
    },
  });
  if (status !== 0) throw new Error(\`The newer migrations of \${options.service} failed:\\n\${stdout}\${stderr}\`);
  return ran;
}
`;
