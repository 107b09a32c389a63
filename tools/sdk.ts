import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFiles } from './generate/generated-files.ts';
import { readIfExists } from './local/read-if-exists.ts';
import { repositoryRoot } from './local/repository-root.ts';

/** Writes the documents and the typed client that follow from the contracts; with `--check` only says which are out of date. */
const check = process.argv.includes('--check');
const files = await generatedFiles();
const outdated = Object.entries(files).filter(([path, text]) => readIfExists(join(repositoryRoot, path)) !== text);
for (const [path, text] of outdated) {
  console.log(check ? `out of date: ${path}` : `written: ${path}`);
  if (check) continue;
  mkdirSync(dirname(join(repositoryRoot, path)), { recursive: true });
  writeFileSync(join(repositoryRoot, path), text);
}
if (check && outdated.length > 0) {
  console.log('Run `npm run sdk` and commit what it writes.');
  process.exitCode = 1;
}
