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
