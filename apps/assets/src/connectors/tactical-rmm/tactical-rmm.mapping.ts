import { isIP } from 'node:net';
import type { AgentStatus } from '@psa/contracts-assets';
import type { Device, DeviceAlert, DeviceFacts, InventoryItem } from '../../ports/rmm-connector.ts';
import type { DetailedAgent, ListedAgent, ReportedAlert, ReportedSoftware, ReportedUpdate } from './tactical-rmm.schemas.ts';

const STATUSES: Readonly<Record<string, AgentStatus>> = { online: 'online', offline: 'offline', overdue: 'overdue' };
const PLATFORMS: Readonly<Record<string, string>> = { windows: 'Windows', linux: 'Linux', darwin: 'macOS' };
const SEVERITIES: Readonly<Record<string, DeviceAlert['severity']>> = { error: 'critical', warning: 'moderate', info: 'minor' };

/** What boards say that were never given a serial number: taken for one, all of them would be the same machine. */
const NO_SERIALS = new Set([
  'to be filled by o.e.m.',
  'default string',
  'system serial number',
  'serial number',
  'not specified',
  'not applicable',
  'not available',
  'none',
  'n/a',
  'na',
  'unknown',
  'invalid',
  'oem',
  'o.e.m.',
  'empty',
  '0',
  '00000000',
  '123456789',
  '0123456789',
  '1234567890',
]);

const NOBODY = new Set(['none', '-', 'n/a']);

/** Agents report times in seconds since 1970; what lies before this is a counter and no date. */
const EARLIEST_BOOT = Date.parse('2000-01-01T00:00:00Z') / 1000;

/** What is asked for beside the agent itself. */
export interface AgentBelongings {
  readonly software: readonly ReportedSoftware[];
  /** null where the platform has none that are told of. */
  readonly updates: readonly ReportedUpdate[] | null;
}

/** @param scopeIds the provider's ids of its clients by their names, which is all an agent says */
export function toDevice(
  agent: ListedAgent | DetailedAgent,
  scopeIds: ReadonlyMap<string, string>,
  belongings: AgentBelongings | null,
): Device {
  const agentStatus = STATUSES[agent.status] ?? 'unknown';
  const scopeName = agent.client_name ?? agent.client ?? null;
  return {
    externalDeviceId: agent.agent_id,
    externalScopeId: (scopeName === null ? undefined : scopeIds.get(scopeName)) ?? null,
    scopeName,
    lifecycle: agentStatus === 'online' ? 'active' : 'offline',
    assetType: agent.monitoring_type === 'server' ? 'server' : 'workstation',
    displayName: agent.hostname,
    serialNumber: serialNumber(agent.serial_number ?? null),
    agentStatus,
    lastSeenAt: agent.last_seen,
    extension: toFacts(agent, belongings?.updates ?? null),
    software: belongings === null ? null : belongings.software.flatMap(toInventoryItem),
  };
}

function toFacts(agent: ListedAgent | DetailedAgent, updates: readonly ReportedUpdate[] | null): DeviceFacts {
  const open = updates?.filter(({ installed, action }) => !installed && action !== 'ignore');
  return {
    os_type: PLATFORMS[agent.plat ?? ''] ?? agent.plat,
    os_version: agent.operating_system,
    agent_version: agent.version,
    current_user: person(agent.logged_username ?? agent.logged_in_username ?? null),
    last_reboot_at: bootTime(agent.boot_time),
    lan_ip: firstAddress(agent.local_ips),
    wan_ip: firstAddress(agent.public_ip),
    cpu_model: [...new Set(agent.cpu_model)].join(', ').slice(0, 255) || null,
    cpu_utilization_percent: null,
    memory_total_gb: 'total_ram' in agent ? agent.total_ram : null,
    memory_used_gb: null,
    memory_utilization_percent: null,
    storage:
      'disks' in agent
        ? agent.disks.flatMap(({ device, total, free, percent }) =>
            device === null ? [] : [{ name: device, total_gb: gigabytes(total), free_gb: gigabytes(free), utilization_percent: percent }],
          )
        : [],
    // Tactical RMM does not look at antivirus, and does not tell when it looked for patches.
    antivirus_status: null,
    antivirus_product: null,
    pending_patches: open?.length ?? null,
    failed_patches: open?.filter(({ result }) => result === 'failed').length ?? null,
    last_patch_scan_at: null,
  };
}

function toInventoryItem({ name, publisher, version, install_date, size }: ReportedSoftware): InventoryItem[] {
  const trimmed = name.replaceAll('\0', '').toWellFormed().trim().slice(0, 300);
  if (trimmed === '') return [];
  return [{ name: trimmed, publisher, version, install_date: calendarDate(install_date), size_bytes: bytes(size) }];
}

export function toAlert({ id, agent_id = null, severity, message, alert_time, resolved }: ReportedAlert): DeviceAlert {
  return {
    externalAlertId: String(id),
    externalDeviceId: agent_id,
    severity: SEVERITIES[severity] ?? 'none',
    message: message ?? '',
    raisedAt: alert_time ?? new Date(0).toISOString(),
    isResolved: resolved,
  };
}

export function serialNumber(text: string | null): string | null {
  return text === null || NO_SERIALS.has(text.toLowerCase()) ? null : text;
}

function person(name: string | null): string | null {
  return name === null || NOBODY.has(name.toLowerCase()) ? null : name;
}

function bootTime(seconds: number | null): string | null {
  return seconds === null || seconds < EARLIEST_BOOT || seconds > Date.now() / 1000 + 86_400
    ? null
    : new Date(seconds * 1000).toISOString();
}

function firstAddress(text: string | null): string | null {
  return (
    text
      ?.split(',')
      .map((part) => part.trim())
      .find((part) => isIP(part) !== 0) ?? null
  );
}

/** `59.5G` and the like. */
export function gigabytes(text: string | null): number | null {
  const size = bytes(text);
  return size === null ? null : Math.round((size / 1024 ** 3) * 10) / 10;
}

/** `12.3 MB`, `512K`, `0 B`: in powers of 1024, as operating systems count. */
export function bytes(text: string | null): number | null {
  const [, amount, unit = ''] = /^(\d{1,12}(?:\.\d{1,6})?)\s*([KMGTP]?)(?:i?B)?$/i.exec(text ?? '') ?? [];
  return amount === undefined ? null : Math.round(Number(amount) * 1024 ** ' KMGTP'.indexOf(unit.toUpperCase() || ' '));
}

/** The date of an installation; programs that never said when have the year 1. */
export function calendarDate(text: string | null): string | null {
  const [date] = /^(?:19[89]|2\d\d)\d-\d\d-\d\d/.exec(text ?? '') ?? [];
  return date === undefined || Number.isNaN(Date.parse(date)) ? null : new Date(date).toISOString();
}
