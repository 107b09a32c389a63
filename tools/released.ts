import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from './local/repository-root.ts';
import { releasedDocuments } from './released/released-documents.ts';
import { migrationChecksums, RELEASED_MIGRATIONS } from './released/released-migrations.ts';

/** Notes the interfaces and migrations of today as released: `npm run released`, with every release. From then on a change that breaks them fails a test. */
const files = { ...releasedDocuments(), [RELEASED_MIGRATIONS]: `${JSON.stringify(await migrationChecksums(), null, 2)}\n` };
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(repositoryRoot, path)), { recursive: true });
  writeFileSync(join(repositoryRoot, path), text);
  console.log(`written: ${path}`);
}
