/** With types of openapi-typescript, and openapi-fetch. */
export const FETCH_PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

const api = createClient<paths>({ baseUrl: process.env['BASE_URL']!, headers: { 'x-api-key': process.env['API_KEY']! } });
const made = await api.POST('/api/v1/clients', { body: { client_name: 'Made by openapi-fetch', billing_cycle: 'monthly' } });
const id: string = made.data!.data.client_id;
const read = await api.GET('/api/v1/clients/{id}', { params: { path: { id } } });
const list = await api.GET('/api/v1/clients', { params: { query: { limit: 5, client_name: 'openapi-fetch' } } });
const refused = await api.POST('/api/v1/clients', { body: { client_name: '', billing_cycle: 'monthly' } });
console.log(made.response.status, read.data?.data.client_name, list.data?.pagination.total, JSON.stringify(refused.error));
`;

/** With what hey-api generates. */
export const HEY_PROGRAM = `
import { client } from './hey/client.gen.js';
import { createClient, getClient, listClients } from './hey/index.js';

client.setConfig({ baseUrl: process.env['BASE_URL']!, auth: () => process.env['API_KEY']! });
const made = await createClient({ body: { client_name: 'Made by hey-api', billing_cycle: 'monthly' } });
const id: string = made.data!.data.client_id;
const read = await getClient({ path: { id } });
const list = await listClients({ query: { limit: 5, client_name: 'hey-api' } });
const refused = await createClient({ body: { client_name: '', billing_cycle: 'monthly' } });
console.log(made.response?.status, read.data?.data.client_name, list.data?.pagination.total, JSON.stringify(refused.error));
`;

const WITH_THE_TYPED_CLIENT = `
const psa = new Psa({ baseUrl: process.env['BASE_URL'] ?? '', apiKey: process.env['API_KEY'] ?? '' });
const call = async (client_name) => {
  const made = await psa.call('post', '/api/v1/clients', { body: { client_name, billing_cycle: 'monthly' } });
  const names = [];
  for await (const row of psa.list('/api/v1/clients', { query: { client_name } })) names.push(row.client_name);
  const refused = await psa.post('/api/v1/clients', { body: { client_name: '', billing_cycle: 'monthly' } }).catch((error) => error);
  console.log(made.status, names.join(), names.length, refused instanceof PsaError, refused.code);
};
`;

/** With the typed client, as an ES module. */
export const MODULE_PROGRAM = `import { Psa, PsaError } from 'psa-api-client';\n${WITH_THE_TYPED_CLIENT}\nawait call('Made by a module');\n`;

/** With the typed client, as CommonJS. */
export const COMMONJS_PROGRAM = `const { Psa, PsaError } = require('psa-api-client');\n${WITH_THE_TYPED_CLIENT}\nvoid call('Made by CommonJS');\n`;

const TYPED = `
const psa = new Psa({ baseUrl: '', apiKey: '' });
export async function use(): Promise<string> {
  const made = await psa.call('post', '/api/v1/clients', { body: { client_name: 'x', billing_cycle: 'monthly' } });
  const name: string = made.data.client_name;
  // @ts-expect-error a member of the wrong type is refused
  await psa.put('/api/v1/clients/{id}', { path: { id: name }, body: { is_inactive: 'no' } });
  // @ts-expect-error there is no such path
  await psa.get('/api/v1/nothing');
  for await (const { eventname, data } of psa.events({ types: ['client.created'] })) return \`\${eventname} \${data.client_name}\`;
  try {
    const event = await verifyWebhook('whsec_', new Headers(), '');
    return event.subject;
  } catch (error) {
    return error instanceof PsaError ? error.code : '';
  }
}
`;

/** Only compiled: whether types reach an importer, and are worth something. */
export const TYPED_MODULE = `import { Psa, PsaError, verifyWebhook } from 'psa-api-client';\n${TYPED}`;

/** The same for who requires the package. */
export const TYPED_COMMONJS = `import client = require('psa-api-client');\nconst { Psa, PsaError, verifyWebhook } = client;\n${TYPED}`;
