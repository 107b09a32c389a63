import type { RmmAction, RmmData } from '@psa/contracts-assets';
import { assetHref, partLinks } from '../asset/asset-links.view.ts';
import type { ActionRecord } from './rmm-action.records.ts';
import type { DeviceRecord } from './rmm-device.records.ts';

export function rmmLinks(assetId: string) {
  return { ...partLinks(assetId, 'rmm'), refresh: { href: assetHref(assetId, 'rmm/refresh'), method: 'POST' } };
}

/** What a provider last said of a device. */
export function toRmmData(row: DeviceRecord): RmmData {
  const { provider, agent_status, last_seen_at, synced_at, facts } = row;
  const {
    current_user,
    last_reboot_at,
    lan_ip,
    wan_ip,
    cpu_utilization_percent,
    memory_utilization_percent,
    memory_used_gb,
    memory_total_gb,
    storage,
  } = facts;
  return {
    provider,
    agent_status,
    last_check_in: last_seen_at,
    last_rmm_sync_at: synced_at,
    current_user,
    uptime_seconds: secondsBetween(last_reboot_at, last_seen_at),
    lan_ip,
    wan_ip,
    cpu_utilization_percent,
    memory_utilization_percent,
    memory_used_gb,
    memory_total_gb,
    storage: [...storage],
  };
}

function secondsBetween(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000));
}

/** A row of the trail. */
export function toRmmAction(row: ActionRecord): RmmAction {
  const { action_id, asset_id, provider, kind, detail, outcome, message, requested_by, requested_at } = row;
  return {
    action_id,
    asset_id,
    provider,
    kind: kind as RmmAction['kind'],
    detail,
    outcome: outcome as RmmAction['outcome'],
    message,
    requested_by,
    requested_at,
  };
}
