import { describe, expect, it } from '@jest/globals';
import { type AgentState, healthOf, securityOf } from './asset-summary.rules.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const hoursAgo = (hours: number) => new Date(NOW - hours * 60 * 60 * 1000).toISOString();

describe('the health of an asset', () => {
  it.each<[string, AgentState | undefined, string, string | null]>([
    ['no agent', undefined, 'unknown', 'No RMM data'],
    [
      'an agent in an unknown state',
      { agent_status: 'unknown', last_seen_at: hoursAgo(1) },
      'unknown',
      'The state of the agent is unknown',
    ],
    ['an agent in touch', { agent_status: 'online', last_seen_at: hoursAgo(0) }, 'healthy', null],
    ['an agent in touch that was never seen', { agent_status: 'online', last_seen_at: null }, 'healthy', null],
    ['silence since just now', { agent_status: 'offline', last_seen_at: hoursAgo(0.5) }, 'warning', 'The agent is offline'],
    ['silence for a day exactly', { agent_status: 'offline', last_seen_at: hoursAgo(24) }, 'warning', 'The agent is offline'],
    [
      'silence for more than a day',
      { agent_status: 'offline', last_seen_at: hoursAgo(25.9) },
      'warning',
      'The agent is offline for 25 hours',
    ],
    [
      'silence for three days exactly',
      { agent_status: 'overdue', last_seen_at: hoursAgo(72) },
      'warning',
      'The agent is overdue for 72 hours',
    ],
    [
      'silence for more than three days',
      { agent_status: 'overdue', last_seen_at: hoursAgo(73) },
      'critical',
      'The agent is overdue for 3 days',
    ],
    [
      'silence for a month',
      { agent_status: 'offline', last_seen_at: hoursAgo(24 * 30 + 23) },
      'critical',
      'The agent is offline for 30 days',
    ],
    ['silence since nobody knows when', { agent_status: 'overdue', last_seen_at: null }, 'warning', 'The agent is overdue'],
  ])('%s', (_, agent, status, reason) => {
    expect(healthOf(agent, NOW)).toEqual({ health_status: status, health_reason: reason });
  });
});

describe('the security of an asset', () => {
  const guarded = { antivirus_status: 'protected', antivirus_product: 'Defender' };

  it.each<[string, Record<string, unknown>, string, string[], string[]]>([
    ['guarded and patched', { ...guarded, pending_patches: 0, failed_patches: 0 }, 'secure', [], []],
    ['ten pending patches', { ...guarded, pending_patches: 10 }, 'secure', [], []],
    ['eleven pending patches', { ...guarded, pending_patches: 11 }, 'at_risk', ['patches_pending'], ['11 patches are pending']],
    ['one failed patch', { ...guarded, failed_patches: 1 }, 'at_risk', ['patches_failed'], ['1 patch failed']],
    ['five failed patches', { ...guarded, failed_patches: 5 }, 'at_risk', ['patches_failed'], ['5 patches failed']],
    ['six failed patches', { ...guarded, failed_patches: 6 }, 'critical', ['patches_failed'], ['6 patches failed']],
    ['no antivirus', { pending_patches: 0 }, 'at_risk', ['antivirus_missing'], ['No antivirus product was found']],
    ['antivirus at risk', { ...guarded, antivirus_status: 'at_risk' }, 'critical', ['antivirus_at_risk'], ['Antivirus is at risk']],
    ['antivirus at risk and none named', { antivirus_status: 'at_risk' }, 'critical', ['antivirus_at_risk'], ['Antivirus is at risk']],
    [
      'everything at once',
      { antivirus_status: 'at_risk', failed_patches: 7, pending_patches: 40 },
      'critical',
      ['antivirus_at_risk', 'patches_failed', 'patches_pending'],
      ['Antivirus is at risk', '7 patches failed', '40 patches are pending'],
    ],
    ['figures that are none', { ...guarded, failed_patches: 'many', pending_patches: null }, 'secure', [], []],
  ])('%s', (_, extension, status, codes, texts) => {
    for (const type of ['workstation', 'server']) {
      expect(securityOf(type, extension)).toEqual({
        security_status: status,
        security_issue_codes: codes,
        security_issues: texts,
        security_evaluated: true,
      });
    }
  });

  it.each<[string, string, Record<string, unknown> | null]>([
    ['a printer', 'printer', { antivirus_status: 'at_risk' }],
    ['a network device', 'network_device', { failed_patches: 9 }],
    ['a workstation without data', 'workstation', null],
    ['a workstation that was never scanned', 'workstation', { os_type: 'Windows', antivirus_product: null }],
  ])('%s is not evaluated', (_, type, extension) => {
    expect(securityOf(type, extension)).toEqual({
      security_status: 'secure',
      security_issues: [],
      security_issue_codes: [],
      security_evaluated: false,
    });
  });
});
