import { rmmEvents } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import type { Db, Ports, Tx } from '../../assets-app.ts';
import type { Device } from '../../ports/rmm-connector.ts';
import { createAsset, updateAssetIn } from '../asset/asset.actions.ts';
import { type AssetRecord, lockAsset } from '../asset/asset.records.ts';
import { recordSoftware } from '../software/software.actions.ts';
import { assetsWithSerial, type DeviceRecord, lockDevice, saveDevice } from './rmm-device.records.ts';
import { contactChange, extensionOf, mergeFacts } from './rmm-device.rules.ts';

/** What became of a device: which asset it stands for, and how that was found. */
export type SyncOutcome = 'known' | 'updated' | 'linked' | 'created' | 'unassigned' | 'removed';

/** Status of the asset of a device that is gone. */
const GONE_STATUS = 'inactive';

/**
 * Takes over what a provider says of a device. The asset's tag, name, client and notes are the PSA's own and stay.
 * @param newAssetClient the client a new asset would belong to; undefined where none may be made
 */
export function syncDevice(
  db: Db,
  ports: Ports,
  provider: string,
  device: Device,
  newAssetClient: string | undefined,
): Promise<SyncOutcome> {
  return db.transaction(async (tx) => {
    if (device.lifecycle === 'deleted' || device.lifecycle === 'tombstoned') {
      await removeDevice(tx, ports, provider, device.externalDeviceId);
      return 'removed';
    }
    const known = await lockDevice(tx, provider, device.externalDeviceId);
    const facts = mergeFacts(known?.facts, device.extension);
    const { asset, how } = await assetOf(tx, ports, provider, device, known, newAssetClient);
    const row = await saveDevice(tx, {
      provider,
      external_device_id: device.externalDeviceId,
      asset_id: asset?.asset_id ?? null,
      external_scope_id: device.externalScopeId,
      display_name: device.displayName,
      agent_status: device.agentStatus,
      last_seen_at: device.lastSeenAt ?? known?.last_seen_at ?? null,
      facts: JSON.stringify(facts),
      linked_at: known?.linked_at ?? (asset === undefined ? null : new Date().toISOString()),
      is_deleted: false,
    });
    tell(tx, known, row);
    if (asset === undefined) return 'unassigned';

    const extension = extensionOf(asset.asset_type, facts);
    const updated = await updateAssetIn(tx, ports, asset.asset_id, {
      ...(Object.keys(extension).length > 0 ? { extension_data: extension } : {}),
      ...(asset.serial_number === null && device.serialNumber !== null ? { serial_number: device.serialNumber } : {}),
    });
    const software = device.software === null ? undefined : await recordSoftware(tx, asset.asset_id, device.software);
    const softwareChanged = software !== undefined && software.added + software.changed + software.removed > 0;
    return how === 'known' && (updated.version !== asset.version || softwareChanged) ? 'updated' : how;
  });
}

/** Takes note that a provider no longer has a device: its asset stays, out of use. */
export async function removeDevice(tx: Tx, ports: Ports, provider: string, externalDeviceId: string): Promise<void> {
  const known = await lockDevice(tx, provider, externalDeviceId);
  if (known === undefined || known.is_deleted) return;
  const { tenant: _, version: __, synced_at: ___, ...members } = known;
  tell(tx, known, await saveDevice(tx, { ...members, facts: JSON.stringify(known.facts), agent_status: 'offline', is_deleted: true }));
  if (known.asset_id !== null && (await lockAsset(tx, known.asset_id)) !== undefined)
    await updateAssetIn(tx, ports, known.asset_id, { status: GONE_STATUS });
}

/** The asset a device stands for: the one it is linked to, the only one with its serial number, or a new one. */
async function assetOf(
  tx: Tx,
  ports: Ports,
  provider: string,
  device: Device,
  known: DeviceRecord | undefined,
  newAssetClient: string | undefined,
): Promise<{ asset: AssetRecord | undefined; how: SyncOutcome }> {
  const linked = known?.asset_id ?? null;
  if (linked !== null) return { asset: await lockAsset(tx, linked), how: 'known' };
  const [match, another] = device.serialNumber === null ? [] : await assetsWithSerial(tx, provider, device.serialNumber);
  if (match !== undefined && another === undefined) {
    const asset = await lockAsset(tx, match);
    // Another device with this serial number may have been linked while the lock was waited for.
    const [still] = await assetsWithSerial(tx, provider, device.serialNumber as string);
    return still === match ? { asset, how: 'linked' } : { asset: undefined, how: 'unassigned' };
  }
  // Linked once and without an asset now: somebody deleted it, and does not want it back.
  const deleted = (known?.linked_at ?? null) !== null;
  if (newAssetClient === undefined || deleted || another !== undefined) return { asset: undefined, how: 'unassigned' };
  const asset = await createAsset(tx, ports, {
    client_id: newAssetClient,
    asset_type: device.assetType,
    asset_tag: device.displayName,
    name: device.displayName,
    status: 'active',
    serial_number: device.serialNumber,
  });
  return { asset, how: 'created' };
}

function tell(tx: Tx, known: DeviceRecord | undefined, row: DeviceRecord): void {
  const { provider, external_device_id, asset_id, last_seen_at, version } = row;
  const data = { device_id: `${provider}:${external_device_id}`, provider, asset_id, last_seen_at };
  if (asset_id !== null && asset_id !== known?.asset_id) emit(tx, rmmEvents.deviceLinked, data, version);
  if (row.is_deleted && known?.is_deleted !== true) emit(tx, rmmEvents.deviceRemoved, data, version);
  const contact = contactChange(known?.agent_status, row.agent_status);
  if (contact !== null) emit(tx, contact === 'online' ? rmmEvents.deviceOnline : rmmEvents.deviceOffline, data, version);
}
