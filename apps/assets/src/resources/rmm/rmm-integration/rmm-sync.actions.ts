import { conflict, notFound } from '@psa/contract-kit';
import { rmmEvents, type RmmIntegrationSettings, type RmmSyncResult, type StartRmmSync } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../../../assets-app.ts';
import { ConnectorError, type Device, type RmmConnector } from '../../../ports/rmm-connector.ts';
import { findClientsByName } from '../../../replicas/client-lookup.ts';
import { devicesAfter } from '../rmm-device.records.ts';
import { removeDevice, syncDevice, type SyncOutcome } from '../sync-device.actions.ts';
import { connectorOf } from './open-connector.ts';
import { findIntegration, type IntegrationRecord, markSynced, markSyncing, type SyncEnd } from './rmm-integration.records.ts';

export type SyncType = StartRmmSync['syncType'];

/** A run that has not come to an end by then breaks off; what it has taken over stays. */
const TIME_LIMIT_MS = 10 * 60 * 1000;
/** Devices that are asked for at a time: quick enough, and no burden to a small server. */
const SIDE_BY_SIDE = 4;
const KNOWN_AT_A_TIME = 1000;

/** A run that has begun. */
export interface StartedSync {
  readonly integration: IntegrationRecord;
  readonly startedAt: string;
}

/** Marks a synchronisation as begun; {@link runSync} does it. @throws NOT_FOUND, CONFLICT when it is switched off or one is under way */
export async function beginSync(tx: Tx, provider: string, syncType: SyncType): Promise<StartedSync> {
  const integration = await markSyncing(tx, provider);
  if (integration === undefined) {
    const found = await findIntegration(tx, provider);
    if (found === undefined) throw notFound('Integration');
    throw conflict(found.is_active ? 'A synchronisation is in progress' : 'The integration is not active');
  }
  emit(tx, rmmEvents.syncStarted, { provider, sync_type: syncType }, integration.version);
  return { integration, startedAt: integration.sync_started_at as string };
}

/** Takes over all devices of a provider, and notes how it went. Safe to run again at any time. */
export async function runSync(db: Db, ports: Ports, { integration, startedAt }: StartedSync, syncType: SyncType): Promise<SyncEnd> {
  const end = await syncDevices(db, ports, integration, syncType).then(
    (result): SyncEnd => ({ status: 'completed', syncType, result }),
    (error: unknown): SyncEnd => {
      if (!(error instanceof ConnectorError))
        ports.log.error({ err: error, tenant: db.tenant, provider: integration.provider }, 'rmm-sync: a run failed');
      return { status: 'error', error: reason(error) };
    },
  );
  await db.transaction(async (tx) => {
    const row = await markSynced(tx, integration.provider, startedAt, end);
    if (row === undefined) return;
    const { provider, version } = row;
    if (end.status === 'completed') emit(tx, rmmEvents.syncCompleted, { provider, result: end.result }, version);
    else emit(tx, rmmEvents.syncFailed, { provider, error: end.error }, version);
  });
  return end;
}

/** Runs what has begun after the request that began it is answered. If its process dies, the schedule takes it up again. */
export function continueSync(ports: Ports, context: RequestContext, started: StartedSync, syncType: SyncType): void {
  runSync(ports.asTenant(context), ports, started, syncType).catch((error: unknown) => {
    ports.log.error(
      { err: error, tenant: context.tenant, provider: started.integration.provider },
      'rmm-sync: the end of a run could not be noted',
    );
  });
}

async function syncDevices(db: Db, ports: Ports, integration: IntegrationRecord, syncType: SyncType): Promise<RmmSyncResult> {
  const { provider, settings } = integration;
  const connector = await connectorOf(db, ports, integration);
  const full = syncType === 'full';
  const deadline = Date.now() + TIME_LIMIT_MS;
  const clientOf = clientFinder(db, settings);
  const outcomes: Record<SyncOutcome, number> = { known: 0, updated: 0, linked: 0, created: 0, unassigned: 0, removed: 0 };
  const listed = new Set<string>();
  let failed = 0;

  const sync = async (entry: Device) => {
    if (Date.now() > deadline) throw new ConnectorError('unreachable', 'The synchronisation took too long');
    const device = full ? ((await connector.getDevice(entry.externalDeviceId)) ?? { ...entry, lifecycle: 'deleted' as const }) : entry;
    outcomes[await syncDevice(db, ports, provider, device, await clientOf(device))]++;
  };

  for await (const piece of inPieces(devices(connector, full ? null : integration.last_sync_at))) {
    for (const { externalDeviceId } of piece) listed.add(externalDeviceId);
    const taken = await Promise.allSettled(piece.map(sync));
    for (const { reason: fault } of taken.filter((one) => one.status === 'rejected')) {
      // One device that cannot be synchronised holds up none of the others; a server that is gone ends the run.
      if (fault instanceof ConnectorError && fault.fault !== 'refused' && fault.fault !== 'not_found') throw fault;
      ports.log.warn({ err: fault, tenant: db.tenant, provider }, 'rmm-sync: a device could not be synchronised');
      failed++;
    }
  }
  // Only a list that was read to its end says what is missing from it.
  if (full) outcomes.removed += await removeMissing(db, ports, provider, listed);
  const { known: _, ...changes } = outcomes;
  return { sync_type: syncType, devices: listed.size, ...changes, failed };
}

async function* devices(connector: RmmConnector, since: string | null): AsyncGenerator<Device> {
  let cursor: string | null = null;
  do {
    const batch = await connector.listDevices(null, since, cursor);
    yield* batch.items;
    cursor = batch.nextCursor;
  } while (cursor !== null);
}

async function* inPieces<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let piece: T[] = [];
  for await (const item of items) {
    piece.push(item);
    if (piece.length < SIDE_BY_SIDE) continue;
    yield piece;
    piece = [];
  }
  if (piece.length > 0) yield piece;
}

async function removeMissing(db: Db, ports: Ports, provider: string, listed: ReadonlySet<string>): Promise<number> {
  let removed = 0;
  for (let last: string | undefined = ''; last !== undefined;) {
    const known: string[] = await devicesAfter(db, provider, last, KNOWN_AT_A_TIME);
    last = known.at(-1);
    for (const id of known.filter((one) => !listed.has(one))) {
      await db.transaction((tx) => removeDevice(tx, ports, provider, id));
      removed++;
    }
  }
  return removed;
}

/** Finds the client that a new asset of a device would belong to: by the tenant's settings, else by its name. */
function clientFinder(db: Db, { create_assets, clients }: RmmIntegrationSettings): (device: Device) => Promise<string | undefined> {
  const byName = new Map<string, Promise<string | undefined>>();
  return async ({ externalScopeId, scopeName }) => {
    if (!create_assets) return undefined;
    const mapped = externalScopeId === null ? undefined : clients[externalScopeId];
    if (mapped !== undefined || scopeName === null) return mapped;
    const found = byName.get(scopeName) ?? findClientsByName(db, [scopeName]).then((clientIds) => clientIds.get(scopeName.toLowerCase()));
    byName.set(scopeName, found);
    return found;
  };
}

/** Why a run failed, for the people of the tenant: nothing of the product's own insides. */
function reason(error: unknown): string {
  return error instanceof ConnectorError ? error.message : 'The synchronisation failed';
}
