import { setTimeout as delay } from 'node:timers/promises';
import { clientReplica } from '../../replicas/client-replica.ts';
import { AccountingError, type AccountingCustomer } from '../../ports/accounting.ts';
import { externalIdOf, findLink, findLinkByExternal, insertLink, createPendingLink } from '../accounting-link/accounting-link.records.ts';
import type { AccountingLinkRow } from '../accounting-link/accounting-link.tables.ts';
import { decideCustomer } from './customer-decision.rules.ts';
import { selectClients } from './sync-selection.records.ts';
import { RecordFailure, type SyncOperation, type SyncOutcome, type SyncWork, wholeSelection } from './sync-operation.ts';
import { requestIdOf } from './request-id.ts';

const RENAME_MS = 10_000;
const POLL_MS = 100;

type Client = NonNullable<Awaited<ReturnType<typeof clientReplica.find>>>;

/** Makes clients and customers equal. */
export const customerSync: SyncOperation = {
  select: async ({ db, sync }) => wholeSelection(await selectClients(db, sync.scope ?? {})),

  perform: async (work, { local_id }) => {
    const { db, sync } = work;
    const client = await requireClient(work, local_id ?? '');
    const link = await findLink(db, sync.realm_id, 'customer', client.client_id);
    const sync_type = sync.scope?.sync_type ?? 'bidirectional';
    const external = externalIdOf(link);
    if (link === undefined || external === undefined)
      return sync_type === 'update' ? 'skipped' : (await createCustomer(work, client)).outcome;
    if (sync_type === 'create') return 'skipped';
    return updateCustomer(work, client, link, external);
  },
};

/** The customer that stands for a client, created where there is none. */
export async function ensureCustomer(work: SyncWork, clientId: string): Promise<string> {
  return work.once(`customer ${clientId}`, async () => {
    const link = await findLink(work.db, work.sync.realm_id, 'customer', clientId);
    const external = externalIdOf(link);
    if (external !== undefined) return external;
    return (await createCustomer(work, await requireClient(work, clientId))).customer.id;
  });
}

async function requireClient({ db }: SyncWork, clientId: string): Promise<Client> {
  const client = await clientReplica.find(db, clientId);
  if (client === undefined || client.is_deleted) throw new RecordFailure('The client is gone');
  return client;
}

const draftOf = ({ client_name, is_inactive }: Client) => ({ name: client_name, isActive: !is_inactive });

async function createCustomer(work: SyncWork, client: Client): Promise<{ customer: AccountingCustomer; outcome: SyncOutcome }> {
  const { db, sync } = work;
  const { request_id } = await createPendingLink(db, sync.realm_id, 'customer', client.client_id);
  const draft = draftOf(client);
  let outcome: SyncOutcome = 'created';
  const customer = await work
    .call((provider, session) => provider.save(session, 'customer', request_id, draft))
    .catch(async (error: unknown) => {
      if (!(error instanceof AccountingError && error.fault === 'duplicate')) throw error;
      outcome = 'updated';
      return sameName(work, client);
    });
  await keepLink(work, client, customer);
  return { customer, outcome };
}

/** The customer that has the name of a client already. @throws RecordFailure when it is another's, or none */
async function sameName(work: SyncWork, { client_name }: Client): Promise<AccountingCustomer> {
  const customer = await work.call((provider, session) => provider.find(session, 'customer', client_name));
  if (customer === undefined)
    throw new RecordFailure(
      `A supplier or employee in QuickBooks is called ${client_name}: rename one of them, or choose a customer`,
      true,
    );
  if ((await findLinkByExternal(work.db, work.sync.realm_id, 'customer', customer.id)) !== undefined)
    throw new RecordFailure(`The customer ${client_name} stands for another client: rename one of the two, or choose a customer`, true);
  return customer;
}

async function updateCustomer(work: SyncWork, client: Client, link: AccountingLinkRow, id: string): Promise<SyncOutcome> {
  const { sync_type = 'bidirectional', force_update = false } = work.sync.scope ?? {};
  const customer = await work.call((provider, session) => provider.get(session, 'customer', id));
  if (customer === undefined) throw new RecordFailure('The customer is gone from QuickBooks: choose another', true);
  const decision = decideCustomer({
    client: { name: client.client_name, isActive: !client.is_inactive, isChanged: client.version !== link.synced_version },
    customer: { ...customer, isChanged: link.sync_token !== null && customer.syncToken !== link.sync_token },
    mayPull: sync_type === 'bidirectional',
    isForced: force_update,
  });
  if (decision === 'conflict')
    throw new RecordFailure(
      `It was renamed on both sides, to ${customer.name} in QuickBooks: choose its customer again, or use force_update`,
      true,
    );
  if (decision === 'push') {
    const requestId = requestIdOf(link, customer, client.version);
    const saved = await work.call((provider, session) => provider.save(session, 'customer', requestId, draftOf(client), customer));
    await keepLink(work, client, saved);
    return 'updated';
  }
  if (decision === 'pull') {
    await work.ports.clientCommands.rename(work.db.context, client.client_id, customer.name, `${link.link_id}-${customer.syncToken}`);
    await keepLink(work, await renamed(work, client, customer.name), customer);
    return 'updated';
  }
  await keepLink(work, client, customer);
  return 'unchanged';
}

/** The copy of a client once it has its new name: written before that, the old one would go over the new. */
async function renamed(work: SyncWork, { client_id }: Client, name: string): Promise<Client> {
  for (let waited = 0; waited < RENAME_MS; waited += POLL_MS) {
    const client = await requireClient(work, client_id);
    if (client.client_name === name) return client;
    await delay(POLL_MS);
  }
  throw new RecordFailure('The new name of the client has not arrived: try again');
}

function keepLink({ db, sync }: SyncWork, client: Client, customer: AccountingCustomer): Promise<void> {
  const isEqual = customer.name === client.client_name;
  return db.commitNow((tx) =>
    insertLink(tx, {
      realm_id: sync.realm_id,
      entity: 'customer',
      local_id: client.client_id,
      external_id: customer.id,
      sync_token: customer.syncToken,
      synced_version: isEqual ? client.version : null,
    }),
  );
}
