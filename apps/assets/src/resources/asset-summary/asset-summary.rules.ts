import type { AgentStatus, AssetSummary, SecurityIssueCode } from '@psa/contracts-assets';

const HOUR_MS = 60 * 60 * 1000;

/** A silent agent is a reason to look after a day, and an emergency after three. */
const WARNING_HOURS = 24;
const CRITICAL_HOURS = 72;

/** So many pending patches are the week's usual; more are an issue. */
const PENDING_PATCHES_TOLERATED = 10;
/** A few failed patches are an issue; more than these mean that patching does not work. */
const FAILED_PATCHES_CRITICAL = 5;

export interface AgentState {
  readonly agent_status: AgentStatus;
  /** ISO 8601. */
  readonly last_seen_at: string | null;
}

/** Health as the agent of remote monitoring gives it. @param now in milliseconds since the epoch */
export function healthOf(agent: AgentState | undefined, now: number): Pick<AssetSummary, 'health_status' | 'health_reason'> {
  if (agent === undefined) return { health_status: 'unknown', health_reason: 'No RMM data' };
  const { agent_status: status, last_seen_at } = agent;
  if (status === 'unknown') return { health_status: 'unknown', health_reason: 'The state of the agent is unknown' };
  if (status === 'online') return { health_status: 'healthy', health_reason: null };
  if (last_seen_at === null) return { health_status: 'warning', health_reason: `The agent is ${status}` };
  const hours = (now - Date.parse(last_seen_at)) / HOUR_MS;
  if (hours > CRITICAL_HOURS)
    return { health_status: 'critical', health_reason: `The agent is ${status} for ${Math.floor(hours / 24)} days` };
  if (hours > WARNING_HOURS) return { health_status: 'warning', health_reason: `The agent is ${status} for ${Math.floor(hours)} hours` };
  return { health_status: 'warning', health_reason: `The agent is ${status}` };
}

export type Security = Pick<AssetSummary, 'security_status' | 'security_issues' | 'security_issue_codes' | 'security_evaluated'>;

const NOT_EVALUATED: Security = { security_status: 'secure', security_issues: [], security_issue_codes: [], security_evaluated: false };

const EVALUATED_TYPES = new Set(['workstation', 'server']);
const SECURITY_MEMBERS = ['antivirus_status', 'antivirus_product', 'pending_patches', 'failed_patches', 'last_patch_scan_at'] as const;

/** Security as antivirus and patches give it; nothing is held against an asset of which nothing is known. */
export function securityOf(assetType: string, extension: Readonly<Record<string, unknown>> | null): Security {
  if (!EVALUATED_TYPES.has(assetType) || !SECURITY_MEMBERS.some((member) => (extension?.[member] ?? null) !== null)) return NOT_EVALUATED;
  const failed = countIn(extension, 'failed_patches');
  const pending = countIn(extension, 'pending_patches');
  const issues: [SecurityIssueCode, string][] = [];
  if (extension?.['antivirus_status'] === 'at_risk') issues.push(['antivirus_at_risk', 'Antivirus is at risk']);
  else if (!extension?.['antivirus_product']) issues.push(['antivirus_missing', 'No antivirus product was found']);
  if (failed > 0) issues.push(['patches_failed', `${failed} ${failed === 1 ? 'patch' : 'patches'} failed`]);
  if (pending > PENDING_PATCHES_TOLERATED) issues.push(['patches_pending', `${pending} patches are pending`]);

  const codes = issues.map(([code]) => code);
  const critical = codes.includes('antivirus_at_risk') || failed > FAILED_PATCHES_CRITICAL;
  return {
    security_status: critical ? 'critical' : issues.length > 0 ? 'at_risk' : 'secure',
    security_issues: issues.map(([, text]) => text),
    security_issue_codes: codes,
    security_evaluated: true,
  };
}

function countIn(extension: Readonly<Record<string, unknown>> | null, member: string): number {
  const value = extension?.[member];
  return typeof value === 'number' ? value : 0;
}
