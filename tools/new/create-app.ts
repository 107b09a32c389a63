import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { addImport, insertInto } from './insert-into.ts';
import { pascalService } from './names.ts';
import { type Generated, writeTemplates } from './write-templates.ts';

/**
 * Writes a service without resources and its contract package, and adds it to the list of services: from then on it is started,
 * deployed, routed and documented, and its events reach rules, webhooks and the feed.
 * @param name one lower-case word, such as `desk`
 * @returns paths of the files it wrote and of those it added to, from the repository's root
 * @throws when the name is not right, or the app is there already; nothing is written then
 */
export function createApp(root: string, name: string): Generated {
  if (!/^[a-z][a-z0-9]*$/.test(name)) throw new RangeError(`An app is named by one lower-case word, such as desk, not "${name}".`);
  if (existsSync(join(root, 'apps', name))) throw new Error(`There is an app ${name} already.`);
  const values = { service: name, Service: pascalService(name) };
  const contract = existsSync(join(root, 'libs/contracts', name))
    ? []
    : writeTemplates(root, 'app/contracts', values, (file) => join('libs/contracts', name, file));
  const app = writeTemplates(root, 'app/app', values, (file) => join('apps', name, file));
  const names = 'libs/contracts/product/src/service-names.ts';
  const contracts = 'libs/contracts/product/src/index.ts';
  insertInto(join(root, names), /(const serviceNames = \[[^\]]*?),?(\s*)\]/, (_, listed) => `${listed}, '${name}']`);
  addImport(join(root, contracts), `import * as ${name} from '@psa/contracts-${name}';`);
  insertInto(join(root, contracts), /(const services = \{[^}]*?),?(\s*)\}/, (_, listed) => `${listed}, ${name} }`);
  link(root, name);
  return { written: [...contract, ...app], changed: [names, contracts] };
}

/** What `npm install` would do for a new workspace; the lock file is brought up to date by the next one. */
function link(root: string, name: string): void {
  const packages = join(root, 'node_modules/@psa');
  mkdirSync(packages, { recursive: true });
  for (const [link, target] of [
    [name, `../../apps/${name}`],
    [`contracts-${name}`, `../../libs/contracts/${name}`],
  ] as const)
    if (!existsSync(join(packages, link))) symlinkSync(target, join(packages, link));
}
