import { AccountingError, type AccountingDrafts, type AccountingItem } from '../../ports/accounting.ts';
import { findAccountMappings } from '../accounting-mapping/accounting-mapping.records.ts';
import { externalIdOf, findLink, findLinkByExternal, insertLink, createPendingLink } from '../accounting-link/accounting-link.records.ts';
import type { AccountingLinkRow } from '../accounting-link/accounting-link.tables.ts';
import { findService } from '../service/service.records.ts';
import { requestIdOf } from './request-id.ts';
import { selectServices } from './sync-selection.records.ts';
import { RecordFailure, type SyncOperation, type SyncOutcome, type SyncWork, wholeSelection } from './sync-operation.ts';

/** What lines without a service are billed as. */
const OTHER = { local_id: 'other', name: 'Other services', version: 1, isActive: true, description: null };

interface Sellable {
  readonly local_id: string;
  readonly name: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly description: string | null;
}

/** Writes services and products as items. */
export const itemSync: SyncOperation = {
  select: async ({ db, sync }) => wholeSelection(await selectServices(db, sync.scope ?? {})),

  perform: async (work, { local_id }) => {
    const service = await requireService(work, local_id);
    const link = await findLink(work.db, work.sync.realm_id, 'item', service.local_id);
    const external = externalIdOf(link);
    if (link === undefined || external === undefined) return (await createItem(work, service)).outcome;
    if (link.status === 'synced' && link.synced_version === service.version) return 'unchanged';
    return updateItem(work, service, link, external);
  },
};

/** The item that stands for a service, created where there is none. @param serviceId null for lines without one */
export function ensureItem(work: SyncWork, serviceId: string | null): Promise<string> {
  return work.once(`item ${serviceId}`, async () => {
    const service = await requireService(work, serviceId);
    const link = await findLink(work.db, work.sync.realm_id, 'item', service.local_id);
    const external = externalIdOf(link);
    if (external !== undefined) return external;
    if (work.sync.scope?.auto_create_items === false)
      throw new RecordFailure(`The service ${service.name} has no item: synchronize items first, or allow auto_create_items`);
    return (await createItem(work, service)).item.id;
  });
}

/** The account that what a service earns goes to. @throws RecordFailure when none is mapped */
export async function incomeAccountOf(work: SyncWork, serviceName: string): Promise<string> {
  const accounts = await work.once('income accounts', () => findAccountMappings(work.db, work.sync.realm_id, 'income'));
  const account = accounts.find(({ local_key }) => local_key === serviceName) ?? accounts.find(({ is_default }) => is_default);
  if (account === undefined)
    throw new RecordFailure(`No income account is mapped for ${serviceName}: map one, or a default, by POST accounts/mapping`);
  return account.external_id;
}

async function requireService({ db }: SyncWork, serviceId: string | null): Promise<Sellable> {
  if (serviceId === null || serviceId === OTHER.local_id) return OTHER;
  const row = await findService(db, serviceId);
  if (row === undefined) throw new RecordFailure('The service is gone');
  const { service_id, service_name: name, version, is_active: isActive, description } = row;
  return { local_id: service_id, name, version, isActive, description };
}

async function draftOf(work: SyncWork, { name, isActive, description }: Sellable): Promise<AccountingDrafts['item']> {
  return { name, isActive, description, incomeAccountId: await incomeAccountOf(work, name) };
}

async function createItem(work: SyncWork, service: Sellable): Promise<{ item: AccountingItem; outcome: SyncOutcome }> {
  const { db, sync } = work;
  const draft = await draftOf(work, service);
  const { request_id } = await createPendingLink(db, sync.realm_id, 'item', service.local_id);
  let outcome: SyncOutcome = 'created';
  const item = await work
    .call((provider, session) => provider.save(session, 'item', request_id, draft))
    .catch(async (error: unknown) => {
      if (!(error instanceof AccountingError && error.fault === 'duplicate')) throw error;
      outcome = 'updated';
      const existing = await work.call((provider, session) => provider.find(session, 'item', service.name));
      if (existing === undefined || (await findLinkByExternal(db, sync.realm_id, 'item', existing.id)) !== undefined)
        throw new RecordFailure(`QuickBooks has another item called ${service.name}: rename one of the two`, true);
      return existing;
    });
  await keepLink(work, service, item);
  return { item, outcome };
}

async function updateItem(work: SyncWork, service: Sellable, link: AccountingLinkRow, id: string): Promise<SyncOutcome> {
  const item = await work.call((provider, session) => provider.get(session, 'item', id));
  if (item === undefined) throw new RecordFailure('The item is gone from QuickBooks', true);
  const draft = await draftOf(work, service);
  const requestId = requestIdOf(link, item, service.version);
  await keepLink(work, service, await work.call((provider, session) => provider.save(session, 'item', requestId, draft, item)));
  return 'updated';
}

function keepLink({ db, sync }: SyncWork, { local_id, version }: Sellable, { id, syncToken }: AccountingItem): Promise<void> {
  return db.commitNow((tx) =>
    insertLink(tx, {
      realm_id: sync.realm_id,
      entity: 'item',
      local_id,
      external_id: id,
      sync_token: syncToken,
      synced_version: version,
    }),
  );
}
