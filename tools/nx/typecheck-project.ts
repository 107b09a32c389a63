import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repositoryRoot } from '../local/repository-root.ts';
import { typesAreRight } from '../local/types-are-right.ts';

/** Checks the types of one package: `typecheck-project.ts <folder of the package>`. */
const [project] = process.argv.slice(2);
if (project === undefined) {
  console.error('usage: typecheck-project.ts <folder of a package>');
  process.exit(2);
}
// Below node_modules, where the settings of one package disturb no editor.
const folder = join(repositoryRoot, 'node_modules/.cache/psa/typecheck', project.replaceAll('/', '-'));
mkdirSync(folder, { recursive: true });
const at = (path: string) => relative(folder, join(repositoryRoot, path));
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    extends: at('tsconfig.base.json'),
    compilerOptions: { incremental: true, tsBuildInfoFile: 'tsbuildinfo', typeRoots: [at('node_modules/@types')] },
    include: [at(project)],
  }),
);
process.exit(typesAreRight(folder) ? 0 : 1);
