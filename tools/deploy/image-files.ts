import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { copyBundle } from '../local/bundle-services.ts';
import { operatorProgram, type Program } from '../local/services.ts';
import { billOfMaterials } from './bill-of-materials.ts';
import { DECLARED_FILE, readDeclared } from '../operator/doctor/declared.ts';
import { bundledPackages, filesOf, packagesBeside, placeOf } from './packages.ts';

/** Writes all that the image of a program holds beside Node: the bundle, the packages it takes from beside it, and the bill of materials. */
export async function writeImageFiles(program: Program, version: string, folder: string): Promise<void> {
  const metafile = await copyBundle(program, folder);
  const beside = packagesBeside(metafile);
  for (const installed of beside) {
    for (const file of filesOf(installed)) {
      const target = join(folder, placeOf(installed), relative(installed.path, file));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(file, target, { dereference: true });
    }
  }
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials(program.name, version, [...bundledPackages(metafile), ...beside]), null, 2)}\n`,
  );
  // The operator's image holds no service that could be asked what it declares.
  if (program === operatorProgram) writeFileSync(join(folder, DECLARED_FILE), JSON.stringify(await readDeclared()));
}
