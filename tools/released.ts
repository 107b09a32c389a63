import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repositoryRoot } from './local/repository-root.ts';
import { releasedDocuments } from './released/released-documents.ts';

/** Notes the interfaces of today as released: `npm run released`, with every release. From then on a change that breaks them fails a test. */
for (const [path, text] of Object.entries(releasedDocuments())) {
  mkdirSync(dirname(join(repositoryRoot, path)), { recursive: true });
  writeFileSync(join(repositoryRoot, path), text);
  console.log(`written: ${path}`);
}
