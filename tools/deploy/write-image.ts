import { programs } from '../local/services.ts';
import { writeImageFiles } from './image-files.ts';

/** What the Dockerfile runs: the files of one service's image, into a folder. */
const [name, version, folder] = process.argv.slice(2);
const service = programs.find((one) => one.name === name);
if (service === undefined || version === undefined || folder === undefined) {
  console.error(`usage: write-image.ts <${programs.map((one) => one.name).join('|')}> <version> <folder>`);
  process.exit(2);
}
await writeImageFiles(service, version, folder);
