import { join } from 'node:path';
import { bundleService } from '../local/bundle-services.ts';
import { repositoryRoot } from '../local/repository-root.ts';
import { programs } from '../local/services.ts';

/** Bundles the program of one app, as its image holds it: `build-app.ts <app> <folder>`. */
const [name, folder] = process.argv.slice(2);
const service = programs.find((one) => one.name === name);
if (service === undefined || folder === undefined) {
  console.error(`usage: build-app.ts <${programs.map((one) => one.name).join('|')}> <folder>`);
  process.exit(2);
}
await bundleService(service, join(repositoryRoot, folder));
