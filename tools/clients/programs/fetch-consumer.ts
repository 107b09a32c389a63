import createClient from 'openapi-fetch';
import { type Answered, type Consumer, refusalOf, ruleOf } from './consumer.ts';
import { given, play } from './environment.ts';
import { playConsumer } from './play-consumer.ts';
import type { paths } from './schema.js';

interface Reply<T> {
  readonly data?: { readonly data: T };
  readonly error?: unknown;
  readonly response: Response;
}

function answered<T, U>({ data, error, response }: Reply<T>, seen: (data: T) => U): Answered<U> {
  return {
    status: response.status,
    etag: response.headers.get('etag') ?? undefined,
    data: data === undefined ? undefined : seen(data.data),
    ...refusalOf(error),
  };
}

const whole = <T>(data: T): T => data;

/** With the types of openapi-typescript, by openapi-fetch. */
function fetchConsumer(apiKey: string): Consumer {
  const api = createClient<paths>({ baseUrl: given('BASE_URL'), headers: { 'x-api-key': apiKey } });
  return {
    importClients: async (file, columns) =>
      answered(
        await api.POST('/api/v1/clients/import', {
          body: { file: '', columns, on_error: 'skip', on_duplicate: 'skip' },
          bodySerializer: (fields) => {
            const form = new FormData();
            for (const [name, value] of Object.entries(fields)) if (name !== 'file') form.set(name, String(value));
            form.set('file', file, 'clients.csv');
            return form;
          },
        }),
        whole,
      ),
    batchClients: async (items) => answered(await api.POST('/api/v1/clients/batch', { body: { items } }), whole),
    clientByExternalId: async (source, id) =>
      answered(await api.GET('/api/v1/clients/external/{source}/{external_id}', { params: { path: { source, external_id: id } } }), whole),
    async listClients(sort, limit, cursor) {
      const { data, error, response } = await api.GET('/api/v1/clients', {
        params: { query: { sort, order: 'asc', limit, ...(cursor !== undefined && { cursor }) } },
      });
      const next = data?.pagination.next_cursor ?? null;
      return answered({ ...(data !== undefined && { data }), error, response }, (rows) => ({ rows, next }));
    },
    createClient: async (client_name, key) =>
      answered(
        await api.POST('/api/v1/clients', {
          params: { header: key === undefined ? {} : { 'Idempotency-Key': key } },
          body: { client_name, billing_cycle: 'monthly' },
        }),
        whole,
      ),
    updateClient: async (id, notes, ifMatch) =>
      answered(
        await api.PUT('/api/v1/clients/{id}', {
          params: { path: { id }, header: ifMatch === undefined ? {} : { 'If-Match': ifMatch } },
          body: { notes },
        }),
        whole,
      ),
    createAsset: async (client_id, asset_type, asset_tag) =>
      answered(
        await api.POST('/api/v1/assets', { body: { client_id, asset_type, asset_tag, name: asset_tag, status: 'active' } }),
        ({ data }) => data,
      ),
    createWebhook: async (name, url) =>
      answered(
        await api.POST('/api/v1/webhooks', {
          body: { name, url, event_types: ['client.created'], retry_config: { strategy: 'custom', delays: [1_000] } },
        }),
        whole,
      ),
    deliveries: async (id) => answered(await api.GET('/api/v1/webhooks/{id}/deliveries', { params: { path: { id } } }), whole),
    attempts: async (id, deliveryId) =>
      answered(await api.GET('/api/v1/webhooks/{id}/deliveries/{deliveryId}', { params: { path: { id, deliveryId } } }), ({ attempts }) =>
        attempts.map(({ response_status }) => response_status),
      ),
    async events(after, type) {
      const { data, error, response } = await api.GET('/api/v1/events', { params: { query: { after, type } } });
      // The same address streams to who accepts `text/event-stream`.
      const page = typeof data === 'object' ? data : undefined;
      return answered({ ...(page && { data: page }), error, response }, (events) => ({ events, next: page?.next_cursor ?? after }));
    },
    createRule: async (name, clientId) => answered(await api.POST('/api/v1/automation/rules', { body: ruleOf(name, clientId) }), whole),
    executions: async (automation_rule_id, status) =>
      answered(await api.GET('/api/v1/automation/executions', { params: { query: { automation_rule_id, status } } }), whole),
    withKey: fetchConsumer,
  };
}

await playConsumer(fetchConsumer(given('API_KEY')), play());
