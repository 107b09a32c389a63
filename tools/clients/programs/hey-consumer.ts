import { type Answered, type Consumer, refusalOf, ruleOf } from './consumer.ts';
import { given, play } from './environment.ts';
import { createClient as createHttpClient, createConfig } from './hey/client/index.js';
import {
  batchClients,
  createAsset,
  createClient,
  createRule,
  createWebhook,
  getClientByExternalId,
  getWebhookDelivery,
  importClients,
  listClients,
  listExecutions,
  listWebhookDeliveries,
  readEvents,
  updateClient,
} from './hey/index.js';
import { playConsumer } from './play-consumer.ts';

interface Reply<T> {
  readonly data?: { readonly data: T } | undefined;
  readonly error?: unknown;
  readonly response?: Response | undefined;
}

function answered<T, U>({ data, error, response }: Reply<T>, seen: (data: T) => U): Answered<U> {
  return {
    status: response?.status ?? 0,
    etag: response?.headers.get('etag') ?? undefined,
    data: data === undefined ? undefined : seen(data.data),
    ...refusalOf(error),
  };
}

const whole = <T>(data: T): T => data;

/** With what hey-api generates. */
function heyConsumer(apiKey: string): Consumer {
  const client = createHttpClient(
    createConfig({ baseUrl: given('BASE_URL'), auth: ({ name }) => (name === 'x-api-key' ? apiKey : undefined) }),
  );
  return {
    importClients: async (file, columns) =>
      answered(await importClients({ client, body: { file, columns, on_error: 'skip', on_duplicate: 'skip' } }), whole),
    batchClients: async (items) => answered(await batchClients({ client, body: { items } }), whole),
    clientByExternalId: async (source, external_id) =>
      answered(await getClientByExternalId({ client, path: { source, external_id } }), whole),
    async listClients(sort, limit, cursor) {
      const reply = await listClients({ client, query: { sort, order: 'asc', limit, ...(cursor !== undefined && { cursor }) } });
      return answered(reply, (rows) => ({ rows, next: reply.data?.pagination.next_cursor ?? null }));
    },
    createClient: async (client_name, key) =>
      answered(
        await createClient({
          client,
          headers: key === undefined ? {} : { 'Idempotency-Key': key },
          body: { client_name, billing_cycle: 'monthly' },
        }),
        whole,
      ),
    updateClient: async (id, notes, ifMatch) =>
      answered(
        await updateClient({ client, path: { id }, headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch }, body: { notes } }),
        whole,
      ),
    createAsset: async (client_id, asset_type, asset_tag) =>
      answered(
        await createAsset({ client, body: { client_id, asset_type, asset_tag, name: asset_tag, status: 'active' } }),
        ({ data }) => data,
      ),
    createWebhook: async (name, url) =>
      answered(
        await createWebhook({
          client,
          body: { name, url, event_types: ['client.created'], retry_config: { strategy: 'custom', delays: [1_000] } },
        }),
        whole,
      ),
    deliveries: async (id) => answered(await listWebhookDeliveries({ client, path: { id } }), whole),
    attempts: async (id, deliveryId) =>
      answered(await getWebhookDelivery({ client, path: { id, deliveryId } }), ({ attempts }) =>
        attempts.map(({ response_status }) => response_status),
      ),
    async events(after, type) {
      const reply = await readEvents({ client, query: { after, type } });
      return answered(reply, (events) => ({ events, next: reply.data?.next_cursor ?? after }));
    },
    createRule: async (name, clientId) => answered(await createRule({ client, body: ruleOf(name, clientId) }), whole),
    executions: async (automation_rule_id, status) =>
      answered(await listExecutions({ client, query: { automation_rule_id, status } }), whole),
    withKey: heyConsumer,
  };
}

await playConsumer(heyConsumer(given('API_KEY')), play());
