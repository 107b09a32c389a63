import type { AgentStatus, AssetType } from '@psa/contracts-assets';
import type { DeviceFacts } from '../../ports/rmm-connector.ts';

/** What is known of a device now: a provider that does not say something this time has not unsaid it. */
export function mergeFacts(previous: DeviceFacts | undefined, next: DeviceFacts): DeviceFacts {
  if (previous === undefined) return next;
  const said = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null));
  return { ...previous, ...said, storage: next.storage.length > 0 ? next.storage : previous.storage };
}

/** Asset types whose extension data has a place for what remote monitoring knows. */
const MONITORED_TYPES: ReadonlySet<string> = new Set<AssetType>(['workstation', 'server']);

/**
 * The part of the facts that goes into an asset's extension data: what changes by somebody's doing. Figures that change with
 * every look, such as the use of memory, would give the asset a new version each time.
 */
export function extensionOf(assetType: string, facts: DeviceFacts): Record<string, unknown> {
  if (!MONITORED_TYPES.has(assetType)) return {};
  const {
    os_type,
    os_version,
    agent_version,
    cpu_model,
    memory_total_gb: ram_gb,
    lan_ip,
    wan_ip,
    last_reboot_at,
    antivirus_status,
    antivirus_product,
    pending_patches,
    failed_patches,
    last_patch_scan_at,
  } = facts;
  const members = {
    os_type,
    os_version,
    agent_version,
    cpu_model,
    ram_gb,
    lan_ip,
    wan_ip,
    last_reboot_at,
    antivirus_status,
    antivirus_product,
    pending_patches,
    failed_patches,
    last_patch_scan_at,
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
}

/** What a device's new state is news of: silence is the same news whether short or long. */
export function contactChange(previous: AgentStatus | undefined, next: AgentStatus): 'online' | 'offline' | null {
  const inTouch = (status: AgentStatus | undefined) => (status === undefined || status === 'unknown' ? null : status === 'online');
  const [before, now] = [inTouch(previous), inTouch(next)];
  if (now === null || before === now || (before === null && previous === undefined)) return null;
  return now ? 'online' : 'offline';
}
