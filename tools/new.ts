import { createResource } from './new/create-resource.ts';
import { repositoryRoot } from './local/repository-root.ts';

const [service, resource] = process.argv.slice(2);
if (service === undefined || resource === undefined) {
  console.error('Usage: npm run new -- <service> <resource>\n  npm run new -- assets warranty-claim');
  process.exit(2);
}
try {
  const written = createResource({ root: repositoryRoot, service }, resource);
  console.log(
    `${written.join('\n')}\n\nIt works as it is: npm test -- ${resource}. Then give it its fields: schemas, migration, tables.ts, records, view.\nnpm run sdk brings the documents and the SDK up to date.`,
  );
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
