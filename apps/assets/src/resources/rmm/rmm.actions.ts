import { ApiError, notFound } from '@psa/contract-kit';
import { type RemoteControlType, type RmmAction, rmmEvents } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../assets-app.ts';
import { COMMUNITY_MESSAGE, nullConnector } from '../../connectors/null-connector.ts';
import { type ActionReceipt, ConnectorError, type DeviceAction, type RmmConnector } from '../../ports/rmm-connector.ts';
import { findAsset } from '../asset/asset.records.ts';
import { requireConnector, toAnswer } from './rmm-integration/open-connector.ts';
import { insertAction, updateActionOutcome } from './rmm-action.records.ts';
import { type DeviceRecord, findDeviceOfAsset } from './rmm-device.records.ts';
import { removeDevice, syncDevice } from './sync-device.actions.ts';

interface Managed {
  readonly connector: RmmConnector;
  readonly provider: string;
  readonly externalDeviceId: string;
}

/** The device of an asset and the way to it. @throws NOT_FOUND when the asset is absent or not managed, CONFLICT when its provider is switched off */
async function managedDevice(db: Db, ports: Ports, assetId: string): Promise<Managed> {
  const [asset, device] = await Promise.all([findAsset(db, assetId), findDeviceOfAsset(db, assetId)]);
  if (asset === undefined) throw notFound('Asset');
  if (ports.rmm.edition === 'community') return { connector: nullConnector, provider: 'none', externalDeviceId: '' };
  if (device === undefined || device.is_deleted)
    throw new ApiError('NOT_FOUND', 'The asset is not managed by a remote-monitoring provider');
  const { provider, external_device_id: externalDeviceId } = device;
  const { connector } = await requireConnector(db, ports, provider);
  return { connector, provider, externalDeviceId };
}

/** What remote monitoring last said of an asset, or why it says nothing. @throws NOT_FOUND */
export async function lastRmmData(db: Db, ports: Ports, assetId: string): Promise<DeviceRecord | string> {
  const [asset, device] = await Promise.all([findAsset(db, assetId), findDeviceOfAsset(db, assetId)]);
  if (asset === undefined) throw notFound('Asset');
  if (ports.rmm.edition === 'community') return COMMUNITY_MESSAGE;
  return device ?? 'The asset is not managed by a remote-monitoring provider';
}

/** Fetches what the provider says of an asset now. @throws NOT_FOUND, also when the provider no longer has the device */
export async function refreshRmmData(db: Db, ports: Ports, assetId: string): Promise<DeviceRecord> {
  const { connector, provider, externalDeviceId } = await managedDevice(db, ports, assetId);
  if (connector === nullConnector) throw new ApiError('FORBIDDEN', COMMUNITY_MESSAGE);
  const device = await connector.getDevice(externalDeviceId).catch((error: unknown) => {
    throw toAnswer(error);
  });
  if (device === null) {
    // Stays noted although the request is refused.
    await ports.asTenant(db.context).transaction((tx) => removeDevice(tx, ports, provider, externalDeviceId));
    throw new ApiError('NOT_FOUND', 'The provider no longer has the device');
  }
  await syncDevice(db, ports, provider, device, undefined);
  return (await findDeviceOfAsset(db, assetId)) as DeviceRecord;
}

/** Has something done to the device of an asset, and notes who wanted it. */
export async function actOnDevice(
  db: Db,
  ports: Ports,
  assetId: string,
  action: DeviceAction & { kind: 'reboot' | 'script' },
): Promise<ActionReceipt & { actionId: string }> {
  const managed = await managedDevice(db, ports, assetId);
  const detail = action.kind === 'script' ? action.scriptId : null;
  return noted(db, ports, assetId, managed, { kind: action.kind, detail }, async () =>
    managed.connector.runAction(managed.externalDeviceId, action),
  );
}

/** An address to take control of the device of an asset, which is noted. @returns null when there is none of this type */
export async function remoteControl(db: Db, ports: Ports, assetId: string, type: RemoteControlType): Promise<string | null> {
  const managed = await managedDevice(db, ports, assetId);
  const { url } = await noted(db, ports, assetId, managed, { kind: 'remote_control', detail: type }, async () => {
    const found = await managed.connector.remoteControlUrl(managed.externalDeviceId, type);
    return { url: found?.url ?? null, message: found === null ? 'The provider does not offer this' : 'An address was given out' };
  });
  return url;
}

/**
 * Does something with a note of it before and after. The notes are written beside the request's own transaction, if it has
 * one: they stay when it is rolled back.
 */
async function noted<T extends { readonly message: string }>(
  db: Db,
  ports: Ports,
  assetId: string,
  managed: Managed,
  what: Pick<RmmAction, 'kind' | 'detail'>,
  act: () => Promise<T>,
): Promise<T & { actionId: string }> {
  const actionId = uuidv7();
  if (managed.connector === nullConnector) return { ...(await act()), actionId };
  const trail = ports.asTenant(db.context);
  const requested_by = db.context.actor.id;
  const action = { action_id: actionId, asset_id: assetId, provider: managed.provider, ...what, requested_by };
  await insertAction(trail, { ...action, external_device_id: managed.externalDeviceId });
  const note = (outcome: 'accepted' | 'refused' | 'failed', message: string) =>
    trail.transaction(async (tx) => {
      await updateActionOutcome(tx, actionId, outcome, message);
      emit(tx, rmmEvents.actionDone, { ...action, outcome }, 1);
    });
  const result = await act().catch(async (error: unknown) => {
    const refused = error instanceof ConnectorError && error.fault === 'refused';
    await note(refused ? 'refused' : 'failed', error instanceof ConnectorError ? error.message : 'It could not be done');
    throw toAnswer(error);
  });
  await note('accepted', result.message);
  return { ...result, actionId };
}
