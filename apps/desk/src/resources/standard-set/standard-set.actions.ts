import type { CloseRules } from '@psa/contracts-desk';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import { ticketSettings } from '../ticket-settings/ticket-settings.records.ts';
import { STANDARD_CHANNELS, standardPriorities, standardStatuses, standardTypes, WAITING_STATUS } from './standard-items.ts';

const SET = 'standard_set';
/** Came later: tenants that were set up before get it too. */
const TYPES = 'standard_types';

/** Close rules of a channel that sets none. */
export const DEFAULT_CLOSE_RULES: CloseRules = {
  resolution_comment: false,
  time_entry: false,
  checklist_incomplete: true,
  open_children: true,
  required_fields: [],
};

/** Tenants known to have been set up; forgotten all together when there are too many. */
const settled = new Set<string>();
const MAX_SETTLED = 50_000;

/**
 * Gives a new tenant a channel with the standard statuses, the standard priorities and the types of tasks and interactions, so that its
 * first ticket needs no set-up.
 * It happens once: what the tenant deletes later does not come back.
 */
export async function ensureStandardSet(db: Db): Promise<void> {
  if (settled.has(db.tenant)) return;
  const known = new Set((await db.selectFrom('desk_setups').select('name').execute()).map(({ name }) => name));
  // Committed by itself: what the request does next may fail, and others may have to be asked before.
  if (!known.has(SET)) await db.commitNow(insertStandardSet);
  if (!known.has(TYPES)) await db.commitNow(insertStandardTypes);
  // In a transaction that may yet be undone nothing is settled.
  if (db.isInTransaction) return;
  if (settled.size >= MAX_SETTLED) settled.clear();
  settled.add(db.tenant);
}

/** Whether this transaction is the one that does the set-up. */
async function begins(tx: Tx, name: string): Promise<boolean> {
  const first = await tx
    .insertInto('desk_setups')
    .values({ name })
    .onConflict((row) => row.doNothing())
    .returning('name')
    .executeTakeFirst();
  return first !== undefined;
}

async function insertStandardTypes(tx: Tx): Promise<void> {
  if (!(await begins(tx, TYPES))) return;
  const rows = (['task', 'interaction'] as const).flatMap((kind) =>
    standardTypes(kind).map(({ name, type_key = name, color = null, icon = null, display_order }) => ({
      type_id: uuidv7(),
      kind,
      type_key,
      type_name: name,
      color,
      icon,
      display_order,
    })),
  );
  await tx
    .insertInto('reference_types')
    .values(rows)
    .onConflict((row) => row.doNothing())
    .execute();
}

async function insertStandardSet(tx: Tx): Promise<void> {
  if (!(await begins(tx, SET))) return;
  const channel = STANDARD_CHANNELS[0];
  if (channel === undefined) return;
  const channel_id = uuidv7();
  await tx
    .insertInto('channels')
    .values({
      channel_id,
      channel_name: channel.name,
      description: channel.description,
      display_order: 0,
      is_default: true,
      is_inactive: false,
      portal_visibility: 'client',
      close_rules: JSON.stringify(DEFAULT_CLOSE_RULES),
      business_hours: null,
      sla_targets: '[]',
      sla_escalation: null,
      visible_to_team_ids: '[]',
      reopen_days: null,
    })
    .execute();
  await insertStandardStatuses(tx, channel_id);
  const priorities = [...standardPriorities('ticket'), ...standardPriorities('project_task')];
  await tx
    .insertInto('priorities')
    .values(
      priorities.map(({ name, display_order, color, item_type }) => ({
        priority_id: uuidv7(),
        priority_name: name,
        item_type: item_type as 'ticket' | 'project_task',
        color: color ?? null,
        order_number: display_order,
        description: null,
      })),
    )
    .onConflict((row) => row.doNothing())
    .execute();
}

/** Gives a channel the five standard statuses. */
export async function insertStandardStatuses(tx: Tx, channel_id: string): Promise<void> {
  ticketSettings.changed(tx);
  await tx
    .insertInto('ticket_statuses')
    .values(
      standardStatuses('ticket').map(({ name, is_closed = false, is_default = false, display_order }) => ({
        status_id: uuidv7(),
        name,
        channel_id,
        is_closed,
        is_default,
        pauses_sla: name === WAITING_STATUS,
        color: null,
        icon: null,
        order_number: display_order,
      })),
    )
    .execute();
}
