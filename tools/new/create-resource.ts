import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Names, namesOf } from './names.ts';
import { nextMigrationNumber, type Place, register } from './register.ts';

const templates = new URL('./templates/', import.meta.url);

/**
 * Writes a resource in the one layout and registers it with its service: list, create, read, update and delete with events and
 * tests, ready to run.
 * @returns paths of the files it wrote, from the repository's root
 * @throws when the service or the name is not right, or the resource is there already; nothing is written then
 */
export function createResource(place: Place, kebab: string): string[] {
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
  const written: string[] = [];
  for (const [folder, target] of folders) {
    for (const template of readdirSync(new URL(`${folder}/`, templates))) {
      const path = target(fill(template.replace(/\.template$/, ''), values));
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), fill(readFileSync(new URL(`${folder}/${template}`, templates), 'utf8'), values));
      written.push(path);
    }
  }
  register(place, names satisfies Names, migration);
  return written;
}

function fill(text: string, values: Record<string, string>): string {
  return text.replaceAll(/__(\w+?)__/g, (whole, name: string) => values[name] ?? whole);
}

function pascalService(service: string): string {
  return service.charAt(0).toUpperCase() + service.slice(1);
}
