import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { addImport, insertInto, removeFrom } from './insert-into.ts';
import type { Names } from './names.ts';

export interface Place {
  /** The repository. */
  readonly root: string;
  readonly service: string;
}

/** Four digits, one more than the newest migration's. */
export function nextMigrationNumber({ root, service }: Place): string {
  const taken = readdirSync(join(root, 'apps', service, 'src/migrations')).map((name) => Number(/^(\d{4})-/.exec(name)?.[1] ?? 0));
  return String(Math.max(0, ...taken) + 1).padStart(4, '0');
}

/**
 * Makes a new resource known where its service lists them: each list is one line longer.
 * @returns the files that were changed, from the repository's root
 */
export function register(place: Place, names: Names, migration: string): string[] {
  const { root, service } = place;
  const app = (...path: string[]) => join(root, 'apps', service, 'src', ...path);
  const { kebab, kebabPlural, camel, pascal } = names;

  const contract = join(root, 'libs/contracts', service, 'src/index.ts');
  removeFrom(contract, /^export \{\};\n/m);
  insertInto(contract, /$(?![\s\S])/, () =>
    ['events', 'routes', 'schemas'].map((part) => `export * from './${kebab}.${part}.ts';\n`).join(''),
  );

  const migrations = app('migrations/index.ts');
  addImport(migrations, `import { ${camel}Migration } from './${migration}-${kebabPlural}.ts';`);
  insertInto(migrations, /\n?\};\n/, () => `\n  '${migration}-${kebabPlural}': ${camel}Migration,\n};\n`);

  const tables = app('tables.ts');
  addImport(tables, `import type { ${pascal}Tables } from './resources/${kebab}/${kebab}.tables.ts';`);
  removeFrom(tables, /^\/\/ eslint-disable-next-line @typescript-eslint\/no-empty-object-type\n/m);
  addToTables(tables, `${pascal}Tables`);

  const definition = app(`${service}-service.ts`);
  addImport(definition, `import { ${camel}Handlers } from './resources/${kebab}/${kebab}.handlers.ts';`);
  insertInto(definition, /(routes: \[[^\]]*?),?\s*\]/, (_, listed) => `${listed}${separator(listed)}...${camel}Handlers]`);

  const everyRoute = app('testing/every-route.ts');
  addImport(everyRoute, `import { ${camel}Routes } from '@psa/contracts-${service}';`);
  addImport(everyRoute, `import { ${camel}Fixtures } from './${kebab}.fixtures.ts';`);
  for (const [list, member] of [
    ['everyRoute', `${camel}Routes`],
    ['everyFixture', `${camel}Fixtures`],
  ] as const) {
    insertInto(everyRoute, new RegExp(`(${list} = \\{[^}]*?),?\\s*\\};`), (_, listed) => `${listed}${separator(listed)}...${member} };`);
  }

  return [contract, migrations, tables, definition, everyRoute, permit(root, names), describeTag(root, names)].map((path) =>
    relative(root, path),
  );
}

/** Adds the tables of a resource to those of the service, which are an interface or an intersection. */
function addToTables(path: string, added: string): void {
  if (/^export type Tables =/m.test(readFileSync(path, 'utf8'))) {
    insertInto(path, /^(export type Tables =[^;]*);/m, (_, listed) => `${listed} & ${added};`);
    return;
  }
  // An interface that only extends others needs no body of its own.
  if (/^export interface Tables \{\s*\}/m.test(readFileSync(path, 'utf8'))) {
    insertInto(path, /^(export interface Tables )\{\s*\}/m, () => `export type Tables = ${added};`);
    return;
  }
  insertInto(
    path,
    /^(export interface Tables(?: extends [^{]*?)?) \{/m,
    (_, head) => `${head}${head.includes(' extends ') ? ',' : ' extends'} ${added} {`,
  );
}

/** What stands between the last member of an open list and the next. */
function separator(listed: string): string {
  return /[[{]\s*$/.test(listed) ? '' : ', ';
}

/** The four permissions of the resource, unless the catalogue has them. */
function permit(root: string, { snake, titlePlural }: Names): string {
  const catalogue = join(root, 'libs/contract-kit/src/permissions/catalogue.ts');
  if (new RegExp(`^  ${snake}: \\{`, 'm').test(readFileSync(catalogue, 'utf8'))) return catalogue;
  insertInto(
    catalogue,
    /\n\} as const satisfies/,
    () => `\n  ${snake}: { description: '${titlePlural.toLowerCase()}', msp: CRUD, client: NONE },\n} as const satisfies`,
  );
  return catalogue;
}

/** A line for the tag, unless it has one. */
function describeTag(root: string, { titlePlural, words }: Names): string {
  const info = join(root, 'libs/contract-kit/src/documents/api-info.ts');
  if (new RegExp(`^    '?${titlePlural}'?: `, 'm').test(readFileSync(info, 'utf8'))) return info;
  insertInto(info, /(\n {2}tagDescriptions: \{\n)/, (list) => `${list}    '${titlePlural}': 'Describe the ${words} in a sentence.',\n`);
  return info;
}
