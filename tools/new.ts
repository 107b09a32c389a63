import { createApp } from './new/create-app.ts';
import { createResource } from './new/create-resource.ts';
import { formatFiles } from './new/format-files.ts';
import { repositoryRoot } from './local/repository-root.ts';

const [service, name] = process.argv.slice(2);
if (service === undefined || name === undefined) {
  console.error(
    'Usage: npm run new -- app <service>\n       npm run new -- <service> <resource>\n  npm run new -- app projects\n  npm run new -- assets warranty-claim',
  );
  process.exit(2);
}
const nextSteps =
  service === 'app'
    ? `It is on the list of services. Describe it in apps/${name}/src/${name}-service.ts, then add resources: npm run new -- ${name} <resource>.\nnpm install links it, npm run deploy -- generate writes its manifests.`
    : `It works as it is: npm test -- ${name}. Then give it its fields: schemas, migration, tables, records, view.\nnpm run sdk brings the documents and the SDK up to date.`;
try {
  const { written, changed } =
    service === 'app' ? createApp(repositoryRoot, name) : createResource({ root: repositoryRoot, service }, name);
  await formatFiles(repositoryRoot, [...written, ...changed]);
  console.log(`${written.join('\n')}\n\n${nextSteps}`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
