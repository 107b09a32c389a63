import { notFound } from '@psa/contract-kit';
import { assetEvents, type AssetType, type CreateAsset, type UpdateAsset } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../assets-app.ts';
import { demandClient, requireClient } from '../../replicas/client-replica.ts';
import { deleteTagsOfAsset } from './asset-tags.records.ts';
import {
  type AssetRecord,
  type AssetRow,
  clearLocation,
  deleteAssetRow,
  insertAsset,
  insertAssetAtOnce,
  insertAssetChange,
  lockAsset,
  type NewAsset,
  updateAssetRow,
} from './asset.records.ts';
import { changesBetween, extensionFor, toldChanges } from './asset.rules.ts';

/** The version that a new row has. */
const FIRST_VERSION = 1;

/** Creates an asset at a client of the tenant. */
export async function createAsset(db: Db, ports: Ports, input: CreateAsset): Promise<AssetRow> {
  const asset = newAsset(input);
  return (await createAtOnce(db, asset)) ?? createStepByStep(db, ports, asset);
}

function newAsset(input: CreateAsset): NewAsset {
  const extension = extensionFor(input.asset_type, input.extension_data, null);
  return {
    asset_id: uuidv7(),
    client_id: input.client_id,
    asset_type: input.asset_type,
    asset_tag: input.asset_tag,
    name: input.name,
    status: input.status,
    location_id: input.location_id ?? null,
    location: input.location ?? null,
    serial_number: input.serial_number ?? null,
    purchase_date: input.purchase_date ?? null,
    warranty_end_date: input.warranty_end_date ?? null,
    extension_data: extension === null ? null : JSON.stringify(extension),
  };
}

/** @returns undefined when the client or the location may not have it, or is not known here */
async function createAtOnce(db: Db, asset: NewAsset): Promise<AssetRow | undefined> {
  const made: { row?: AssetRecord; client_name?: string } = {};
  const isDone = await db.atOnce((tx) => {
    demandClient(tx, asset.client_id, asset.location_id, (name) => (made.client_name = name));
    insertAssetAtOnce(tx, asset, (row) => (made.row = row));
    emit(tx, assetEvents.created, facts(asset), FIRST_VERSION);
  });
  return isDone ? { ...(made.row as AssetRecord), client_name: made.client_name ?? null } : undefined;
}

function createStepByStep(db: Db, ports: Ports, asset: NewAsset): Promise<AssetRow> {
  return db.transaction(async (tx) => {
    // Sent together: a client that must not have it takes the new row back with the transaction.
    const checked = requireClient(tx, ports.clients, asset.client_id, asset.location_id, { client: true, location: true });
    const [row, client_name] = await Promise.all([insertAsset(tx, asset), checked]);
    emit(tx, assetEvents.created, facts(row), row.version);
    return { ...row, client_name };
  });
}

/** Changes an asset. @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version */
export function updateAsset(db: Db, ports: Ports, assetId: string, input: UpdateAsset, accepted?: Accepted): Promise<AssetRow> {
  return db.transaction((tx) => updateAssetIn(tx, ports, assetId, input, accepted));
}

/** {@link updateAsset} as part of a larger change. */
export async function updateAssetIn(tx: Tx, ports: Ports, assetId: string, input: UpdateAsset, accepted?: Accepted): Promise<AssetRow> {
  const previous = await lockAccepted(tx, assetId, accepted);
  const clientId = input.client_id ?? previous.client_id;
  const clientChanges = clientId !== previous.client_id;
  // A location belongs to one client: with another client it can only be a new one or none.
  const locationId = input.location_id !== undefined ? input.location_id : clientChanges ? null : previous.location_id;
  const client_name = await requireClient(tx, ports.clients, clientId, locationId, {
    client: clientChanges,
    location: clientChanges || locationId !== previous.location_id,
  });
  const { extension_data: givenExtension, ...given } = input;
  const type = (input.asset_type ?? previous.asset_type) as AssetType;
  const kept = type === previous.asset_type ? previous.extension_data : null;
  const next = { ...given, location_id: locationId, extension_data: extensionFor(type, givenExtension, kept) };
  const changes = changesBetween(previous, next);
  if (Object.keys(changes).length === 0) return { ...previous, client_name };

  const row = await updateAssetRow(tx, assetId, {
    ...next,
    extension_data: next.extension_data === null ? null : JSON.stringify(next.extension_data),
  });
  await insertAssetChange(tx, { asset_id: assetId, change_id: uuidv7(), changed_by: tx.context.actor.id, changes });
  emit(tx, assetEvents.updated, { ...facts(row), changes: toldChanges(changes) }, row.version);
  return { ...row, client_name };
}

/** Takes the assets off a location that was deleted; there are none any more when that is heard of again. */
export async function leaveDeletedLocation(tx: Tx, clientId: string, locationId: string): Promise<void> {
  const changes = { location_id: { previous: locationId, new: null } };
  for (const row of await clearLocation(tx, clientId, locationId)) {
    await insertAssetChange(tx, { asset_id: row.asset_id, change_id: uuidv7(), changed_by: tx.context.actor.id, changes });
    emit(tx, assetEvents.updated, { ...facts(row), changes }, row.version);
  }
}

/** Deletes an asset and all that belongs to it. @throws NOT_FOUND, PRECONDITION_FAILED */
export function deleteAsset(db: Db, assetId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { asset_id, client_id, version } = await lockAccepted(tx, assetId, accepted);
    await deleteTagsOfAsset(tx, asset_id);
    await deleteAssetRow(tx, asset_id);
    emit(tx, assetEvents.deleted, { asset_id, client_id }, version + 1);
  });
}

async function lockAccepted(tx: Tx, assetId: string, accepted: Accepted): Promise<AssetRecord> {
  const row = await lockAsset(tx, assetId);
  if (row === undefined) throw notFound('Asset');
  demandVersion(accepted, row.version);
  return row;
}

function facts({ asset_id, client_id, asset_type, asset_tag, name, status, serial_number }: Omit<NewAsset, 'extension_data'>) {
  return { asset_id, client_id, asset_type, asset_tag, name, status, serial_number };
}
