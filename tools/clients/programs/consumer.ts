/** What a request was answered with, as far as the script looks at it. */
export interface Answered<T> {
  readonly status: number;
  /** Undefined for a refusal. */
  readonly data?: T | undefined;
  readonly etag?: string | undefined;
  /** Code of a refusal. */
  readonly code?: string | undefined;
  /** Issues of a refusal. */
  readonly details?: readonly Issue[] | undefined;
}

export interface Issue {
  readonly path?: readonly (string | number)[] | undefined;
  readonly existing_id?: string | null | undefined;
}

export interface Imported {
  readonly created: number;
  readonly skipped: number;
  readonly errors: readonly { readonly row: number; readonly field: string }[];
}

export interface BatchDone {
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  readonly results: readonly { readonly index: number; readonly error: { readonly code: string; readonly details?: unknown } | null }[];
}

export interface Upsert {
  readonly operation: 'upsert';
  readonly external_id: { readonly source: string; readonly id: string };
  readonly data: Record<string, unknown>;
}

export interface ClientRow {
  readonly client_id: string;
  readonly client_name: string;
  readonly notes?: string | null | undefined;
}

export interface ClientPage {
  readonly rows: readonly ClientRow[];
  readonly next: string | null;
}

export interface FeedPage {
  readonly events: readonly { readonly eventname: string; readonly subject: string; readonly aggregateversion: number }[];
  readonly next: string;
}

/** What a client of the API has to be able to do, each in its own manner, so that the script can be played with it. */
export interface Consumer {
  importClients(file: Blob, columns: string): Promise<Answered<Imported>>;
  batchClients(items: Upsert[]): Promise<Answered<BatchDone>>;
  clientByExternalId(source: string, id: string): Promise<Answered<ClientRow>>;
  listClients(sort: 'client_name' | 'created_at', limit: number, cursor?: string): Promise<Answered<ClientPage>>;
  createClient(name: string, idempotencyKey?: string): Promise<Answered<ClientRow>>;
  updateClient(id: string, notes: string, ifMatch?: string): Promise<Answered<ClientRow>>;
  createAsset(clientId: string, type: 'server' | 'printer', tag: string): Promise<Answered<{ readonly asset_id: string }>>;
  /** A webhook for new clients that is tried again after a second. */
  createWebhook(name: string, url: string): Promise<Answered<{ readonly webhook_id: string }>>;
  deliveries(webhookId: string): Promise<Answered<readonly { readonly delivery_id: string; readonly status: string }[]>>;
  /** Statuses that the receiver answered the attempts of a delivery with, the last first. */
  attempts(webhookId: string, deliveryId: string): Promise<Answered<readonly (number | null)[]>>;
  events(after: string, types: string[]): Promise<Answered<FeedPage>>;
  /** A rule that notes a client's new servers with the client. */
  createRule(name: string, clientId: string): Promise<Answered<{ readonly rule_id: string }>>;
  executions(
    ruleId: string,
    status: 'completed' | 'skipped',
  ): Promise<Answered<readonly { readonly execution_id: string; readonly status: string }[]>>;
  /** The same client with another key. */
  withKey(apiKey: string): Consumer;
}

/** Settings of the rule; a text of the API's own language in all clients. */
export const ruleOf = (name: string, clientId: string) => ({
  name,
  status: 'active' as const,
  trigger_type: 'event_based' as const,
  trigger_config: { event_type: 'asset.created', event_filters: { client_id: clientId } },
  conditions: [{ field: 'event.data.asset_type', operator: 'equals' as const, value: 'server' }],
  actions: [
    {
      type: 'database_update' as const,
      order: 1,
      config: {
        table: 'clients' as const,
        operation: 'update' as const,
        conditions: { id: '{{event.data.client_id}}' },
        data: { notes: 'Has the server {{event.data.asset_tag}}' },
      },
    },
  ],
});

/** Code and issues of an error, in whichever of the documented forms it comes. */
export function refusalOf(body: unknown): { code?: string; details?: Issue[] } {
  const { error, ...flat } = (body ?? {}) as { error?: unknown; code?: string; details?: unknown };
  const { code, details } = typeof error === 'object' && error !== null ? (error as { code?: string; details?: unknown }) : flat;
  return { ...(code !== undefined && { code }), ...(Array.isArray(details) && { details: details as Issue[] }) };
}
