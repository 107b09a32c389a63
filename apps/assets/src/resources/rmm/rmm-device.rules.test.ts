import { describe, expect, it } from '@jest/globals';
import type { AgentStatus } from '@psa/contracts-assets';
import type { DeviceFacts } from '../../ports/rmm-connector.ts';
import { contactChange, extensionOf, mergeFacts } from './rmm-device.rules.ts';

const unknown: DeviceFacts = {
  os_type: null,
  os_version: null,
  agent_version: null,
  current_user: null,
  last_reboot_at: null,
  lan_ip: null,
  wan_ip: null,
  cpu_model: null,
  cpu_utilization_percent: null,
  memory_total_gb: null,
  memory_used_gb: null,
  memory_utilization_percent: null,
  storage: [],
  antivirus_status: null,
  antivirus_product: null,
  pending_patches: null,
  failed_patches: null,
  last_patch_scan_at: null,
};
const disk = { name: 'C:', total_gb: 100, free_gb: 0, utilization_percent: 100 };

describe('facts about a device', () => {
  it('are kept when they are not said again', () => {
    const before = { ...unknown, memory_total_gb: 16, storage: [disk], current_user: 'jane' };
    expect(mergeFacts(before, { ...unknown, current_user: 'joe' })).toEqual({ ...before, current_user: 'joe' });
  });

  it('of 0 are facts', () => {
    expect(mergeFacts({ ...unknown, pending_patches: 3 }, { ...unknown, pending_patches: 0 })).toMatchObject({ pending_patches: 0 });
    expect(extensionOf('server', { ...unknown, failed_patches: 0 })).toEqual({ failed_patches: 0 });
  });

  it('go into the extension data without what changes with every look', () => {
    const facts = {
      ...unknown,
      os_type: 'Linux',
      memory_total_gb: 8,
      memory_used_gb: 3,
      current_user: 'jane',
      cpu_utilization_percent: 4,
      storage: [disk],
    };
    expect(extensionOf('workstation', facts)).toEqual({ os_type: 'Linux', ram_gb: 8 });
    expect(extensionOf('printer', facts)).toEqual({});
  });
});

describe('news of a device', () => {
  it.each<[AgentStatus | undefined, AgentStatus, 'online' | 'offline' | null]>([
    ['online', 'online', null],
    ['online', 'offline', 'offline'],
    ['online', 'overdue', 'offline'],
    ['offline', 'overdue', null],
    ['overdue', 'online', 'online'],
    ['offline', 'online', 'online'],
    ['unknown', 'online', 'online'],
    ['unknown', 'offline', 'offline'],
    ['online', 'unknown', null],
    [undefined, 'online', null],
    [undefined, 'offline', null],
  ])('from %s to %s: %s', (previous, next, news) => expect(contactChange(previous, next)).toBe(news));
});
