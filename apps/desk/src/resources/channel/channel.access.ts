import type { Db } from '../../desk-app.ts';
import { teamsOf } from '../../replicas/team-members.records.ts';
import { type ChannelAccess, findSpecialChannels } from './channel.records.ts';

/** For how long a process trusts what it knows of a tenant's special channels: most tenants have none, and every request asks. */
const TRUSTED_MS = 2_000;
const MAX_TENANTS = 10_000;

const known = new Map<string, { readonly until: number; readonly channels: readonly ChannelAccess[] }>();

/** Forgets what is known of a tenant's channels after they were changed here. */
export function forgetSpecialChannels(tenant: string): void {
  known.delete(tenant);
}

async function specialChannels(db: Db): Promise<readonly ChannelAccess[]> {
  const fresh = known.get(db.tenant);
  if (fresh !== undefined && fresh.until > Date.now()) return fresh.channels;
  const channels = await findSpecialChannels(db);
  if (known.size >= MAX_TENANTS) known.clear();
  known.set(db.tenant, { until: Date.now() + TRUSTED_MS, channels });
  return channels;
}

/** Channels whose tickets only members of some teams see. */
export async function limitedChannels(db: Db): Promise<ChannelAccess[]> {
  return (await specialChannels(db)).filter(({ visible_to_team_ids }) => visible_to_team_ids.length > 0);
}

/** Channels whose tickets somebody of the staff does not see. */
export async function hiddenChannels(db: Db, userId: string): Promise<string[]> {
  const channels = await limitedChannels(db);
  if (channels.length === 0) return [];
  const teams = new Set(await teamsOf(db, userId));
  return channels
    .filter(({ visible_to_team_ids }) => !visible_to_team_ids.some((team) => teams.has(team)))
    .map(({ channel_id }) => channel_id);
}

/** Channels whose tickets all people of the client portal see. */
export async function sharedChannels(db: Db): Promise<string[]> {
  return (await specialChannels(db)).filter(({ portal_visibility }) => portal_visibility === 'all').map(({ channel_id }) => channel_id);
}
