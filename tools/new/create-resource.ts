import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namesOf, pascalService } from './names.ts';
import { nextMigrationNumber, type Place, register } from './register.ts';
import { type Generated, writeTemplates } from './write-templates.ts';

/**
 * Writes a resource in the one layout and registers it with its service: list, create, read, update and delete with events and
 * tests, ready to run.
 * @returns paths of the files it wrote and of those it added to, from the repository's root
 * @throws when the service or the name is not right, or the resource is there already; nothing is written then
 */
export function createResource(place: Place, kebab: string): Generated {
  const names = namesOf(kebab);
  const { root, service } = place;
  if (!existsSync(join(root, 'apps', service, 'src/migrations/index.ts')))
    throw new Error(`There is no service "${service}" with a database in apps/.`);
  if (existsSync(join(root, 'apps', service, 'src/resources', kebab))) throw new Error(`${service} has a resource ${kebab} already.`);

  const migration = nextMigrationNumber(place);
  const values: Record<string, string> = { ...names, service, Service: pascalService(service), migration };
  const folders: readonly (readonly [string, (file: string) => string])[] = [
    ['contract', (file) => join('libs/contracts', service, 'src', file)],
    ['resource', (file) => join('apps', service, 'src/resources', kebab, file)],
    ['migration', () => join('apps', service, 'src/migrations', `${migration}-${names.kebabPlural}.ts`)],
    ['testing', (file) => join('apps', service, 'src/testing', file)],
  ];
  const written = folders.flatMap(([folder, target]) => writeTemplates(root, folder, values, target));
  return { written, changed: register(place, names, migration) };
}
