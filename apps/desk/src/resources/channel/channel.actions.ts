import { assertNoDependencies, conflict, dependency, invalidField, notFound } from '@psa/contract-kit';
import { channelEvents, type CreateChannel, type UpdateChannel } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { requireTeam } from '../../replicas/team-replica.ts';
import { requireAssignee } from '../../replicas/user-replica.ts';
import { DEFAULT_CLOSE_RULES, ensureStandardSet, insertStandardStatuses } from '../standard-set/standard-set.actions.ts';
import { forgetSpecialChannels } from './channel.access.ts';
import {
  type ChannelRecord,
  clearDefaultChannel,
  findChannels,
  insertChannel,
  lockChannel,
  MAX_CHANNELS,
  updateChannelRow,
} from './channel.records.ts';

/** Creates a channel with the standard statuses. @throws VALIDATION_ERROR, CONFLICT when the name is taken */
export async function createChannel(db: Db, ports: Ports, input: CreateChannel): Promise<ChannelRecord> {
  await requirePeople(db, ports, input);
  await ensureStandardSet(db);
  const row = await db.transaction((tx) => createChannelIn(tx, input));
  forgetSpecialChannels(db.tenant);
  return row;
}

/** Creates a channel in a transaction of a tenant that has the standard set. */
export async function createChannelIn(tx: Tx, input: CreateChannel): Promise<ChannelRecord> {
  const channel_name = nameOf(input);
  if (channel_name === undefined) throw invalidField('channel_name', 'is required', 'required');
  await assertPriorities(tx, input);
  const channels = await findChannels(tx);
  if (channels.length >= MAX_CHANNELS) throw conflict(`A tenant has ${MAX_CHANNELS} channels at most`);
  if (input.is_default === true) await clearDefaultChannel(tx);
  const row = await insertChannel(tx, {
    channel_id: uuidv7(),
    channel_name,
    description: input.description ?? null,
    display_order: input.display_order ?? Math.max(-1, ...channels.map(({ display_order }) => display_order)) + 1,
    is_default: input.is_default ?? false,
    is_inactive: input.is_inactive ?? false,
    portal_visibility: input.portal_visibility ?? 'client',
    close_rules: JSON.stringify(input.close_rules ?? DEFAULT_CLOSE_RULES),
    business_hours: jsonOrNull(input.business_hours),
    sla_targets: JSON.stringify(input.sla_targets ?? []),
    sla_escalation: jsonOrNull(input.sla_escalation),
    reopen_days: input.reopen_days ?? null,
    visible_to_team_ids: JSON.stringify(input.visible_to_team_ids ?? []),
  }).catch(nameTaken);
  await insertStandardStatuses(tx, row.channel_id);
  emit(tx, channelEvents.created, factsOf(row), row.version);
  return row;
}

/** Changes a channel. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT when the name is taken */
export async function updateChannel(
  db: Db,
  ports: Ports,
  channelId: string,
  input: UpdateChannel,
  accepted: Accepted,
): Promise<ChannelRecord> {
  await requirePeople(db, ports, input);
  const updated = await db.transaction(async (tx) => {
    const previous = await lockChannel(tx, channelId);
    if (previous === undefined) throw notFound('Channel');
    demandVersion(accepted, previous.version);
    await assertPriorities(tx, input);
    const { board_name: _, ...members } = input;
    const changes = changedMembers(previous, { ...members, channel_name: nameOf(input) });
    if (Object.keys(changes).length === 0) return previous;
    if (changes.is_default === true) await clearDefaultChannel(tx);
    const { close_rules, business_hours, sla_targets, sla_escalation, visible_to_team_ids, ...plain } = changes;
    const row = await updateChannelRow(tx, channelId, {
      ...withoutUndefined(plain),
      ...(close_rules !== undefined && { close_rules: JSON.stringify(close_rules) }),
      ...(business_hours !== undefined && { business_hours: jsonOrNull(business_hours) }),
      ...(sla_targets !== undefined && { sla_targets: JSON.stringify(sla_targets) }),
      ...((business_hours !== undefined || sla_targets !== undefined) && { has_stale_clocks: true }),
      ...(visible_to_team_ids !== undefined && { visible_to_team_ids: JSON.stringify(visible_to_team_ids) }),
      ...(sla_escalation !== undefined && { sla_escalation: jsonOrNull(sla_escalation) }),
    }).catch(nameTaken);
    emit(tx, channelEvents.updated, factsOf(row), row.version);
    return row;
  });
  forgetSpecialChannels(db.tenant);
  return updated;
}

/** Deletes a channel with its statuses. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while tickets or categories are in it */
export function deleteChannel(db: Db, channelId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockChannel(tx, channelId);
    if (row === undefined) throw notFound('Channel');
    demandVersion(accepted, row.version);
    const [{ tickets }, { categories }] = await Promise.all([
      tx
        .selectFrom('tickets')
        .select((eb) => eb.fn.countAll<number>().as('tickets'))
        .where('channel_id', '=', channelId)
        .executeTakeFirstOrThrow(),
      tx
        .selectFrom('ticket_categories')
        .select((eb) => eb.fn.countAll<number>().as('categories'))
        .where('channel_id', '=', channelId)
        .executeTakeFirstOrThrow(),
    ]);
    assertNoDependencies('channel', [
      dependency('ticket', tickets, 'ticket', 'tickets'),
      dependency('category', categories, 'category', 'categories'),
    ]);
    await tx.deleteFrom('channels').where('channel_id', '=', channelId).execute();
    emit(tx, channelEvents.deleted, { channel_id: channelId }, row.version + 1);
  });
}

function nameOf({ channel_name, board_name }: UpdateChannel): string | undefined {
  if (channel_name !== undefined && board_name !== undefined && channel_name !== board_name)
    throw invalidField('board_name', 'differs from channel_name');
  return channel_name ?? board_name;
}

const jsonOrNull = (value: object | null | undefined) => (value === null || value === undefined ? null : JSON.stringify(value));

/** Checks whom tickets that miss a target go to, and who sees them. To be called before the transaction: a service may have to be asked. */
async function requirePeople(db: Db, ports: Ports, { sla_escalation, visible_to_team_ids = [] }: UpdateChannel): Promise<void> {
  for (const [index, teamId] of visible_to_team_ids.entries()) await requireTeam(db, ports, teamId, ['visible_to_team_ids', index]);
  const { assigned_to, assigned_team_id, watcher_user_id } = sla_escalation ?? {};
  if (assigned_to) await requireAssignee(db, ports, assigned_to, ['sla_escalation', 'assigned_to']);
  if (watcher_user_id) await requireAssignee(db, ports, watcher_user_id, ['sla_escalation', 'watcher_user_id']);
  if (assigned_team_id) await requireTeam(db, ports, assigned_team_id, ['sla_escalation', 'assigned_team_id']);
}

async function assertPriorities(tx: Tx, { sla_targets = [], sla_escalation }: UpdateChannel): Promise<void> {
  if (sla_targets.length === 0 && !sla_escalation?.priority_id) return;
  const rows = await tx.selectFrom('priorities').select('priority_id').where('item_type', '=', 'ticket').execute();
  const known = new Set(rows.map(({ priority_id }) => priority_id));
  const index = sla_targets.findIndex(({ priority_id }) => !known.has(priority_id));
  if (index >= 0) throw invalidField(['sla_targets', index, 'priority_id'], 'is not a priority of tickets', 'unknown_reference');
  if (sla_escalation?.priority_id && !known.has(sla_escalation.priority_id))
    throw invalidField(['sla_escalation', 'priority_id'], 'is not a priority of tickets', 'unknown_reference');
}

function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return value as { [K in keyof T]: Exclude<T[K], undefined> };
}

function nameTaken(error: unknown): never {
  if (!violates(error, 'channels_name')) throw error;
  throw conflict('A channel of this name exists already', [
    { code: 'duplicate', path: ['channel_name'], message: 'is the name of another channel' },
  ]);
}

function factsOf({ channel_id, channel_name, is_default, is_inactive }: ChannelRecord) {
  return { channel_id, channel_name, is_default, is_inactive };
}
