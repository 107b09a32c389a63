import { notFound } from '@psa/contract-kit';
import { type Database, statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type SqlBool, type Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import { isServed } from '../../replicas/tenant-replica.ts';
import type { Tables } from '../../tables.ts';

type TriggersTable = Tables['workflow_triggers'];
/** A trigger with the slug of its tenant. */
export type TriggerRow = Selectable<TriggersTable> & { readonly tenant_slug: string | null };

export const secretPlace = (id: string) => ({ table: 'workflow_triggers', column: 'sealed_secret', row: id });
export const formerPlace = (id: string) => ({ table: 'workflow_triggers', column: 'sealed_former_secret', row: id });

const slug = sql<string | null>`(select slug from tenant_replicas where tenant_replicas.tenant = workflow_triggers.tenant limit 1)`.as(
  'tenant_slug',
);

export async function findTrigger(db: Db, id: string): Promise<TriggerRow | undefined> {
  return db.selectFrom('workflow_triggers').selectAll().select(slug).where('trigger_id', '=', id).executeTakeFirst();
}

/** @throws NOT_FOUND */
export async function requireTrigger(db: Db, id: string): Promise<TriggerRow> {
  const row = await findTrigger(db, id);
  if (row === undefined) throw notFound('Trigger');
  return row;
}

/** @throws NOT_FOUND */
export async function lockTrigger(tx: Tx, id: string): Promise<TriggerRow> {
  const row = await tx.selectFrom('workflow_triggers').selectAll().select(slug).where('trigger_id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound('Trigger');
  return row;
}

/** The trigger, unless somebody is at it: whoever is does what there is to do. */
export async function lockTriggerIfFree(tx: Tx, id: string): Promise<TriggerRow | undefined> {
  return tx
    .selectFrom('workflow_triggers')
    .selectAll()
    .select(slug)
    .where('trigger_id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export async function insertTrigger(tx: Tx, trigger: Insertable<TriggersTable>): Promise<TriggerRow> {
  const { trigger_id } = await tx.insertInto('workflow_triggers').values(trigger).returning('trigger_id').executeTakeFirstOrThrow();
  return requireTrigger(tx, trigger_id);
}

export async function changeTrigger(tx: Tx, id: string, change: Updateable<TriggersTable>): Promise<TriggerRow> {
  return tx
    .updateTable('workflow_triggers')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('trigger_id', '=', id)
    .returningAll()
    .returning(slug)
    .executeTakeFirstOrThrow();
}

/** Notes what came of a trigger: no change of the trigger itself. */
export async function noteFired(tx: Tx, id: string, error: string | null, next?: string | null): Promise<void> {
  await tx
    .updateTable('workflow_triggers')
    .set({
      last_error: error,
      ...(error === null ? { last_triggered: sql`now()`, trigger_count: sql`trigger_count + 1` } : {}),
      ...(next === undefined ? {} : { next_scheduled_time: next }),
    })
    .where('trigger_id', '=', id)
    .execute();
}

export async function deleteTriggerRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('workflow_triggers').where('trigger_id', '=', id).execute();
}

const ofEventStatement = statement<Tables>()((db, p: { patterns: readonly string[] }) =>
  db
    .selectFrom('workflow_triggers')
    .selectAll()
    .select(slug)
    .where('is_active', '=', sql.lit(true))
    .where('trigger_type', '=', sql.lit('event'))
    .where(sql<SqlBool>`event_type = any(${p.patterns})`)
    .orderBy('trigger_id')
    .limit(sql.lit(1_000)),
);

/** Active triggers by an event, in the order of their ids. @param patterns every pattern that selects the event */
export function findTriggersOfEvent(tx: Tx, patterns: readonly string[]): Promise<TriggerRow[]> {
  return tx.all(ofEventStatement, { patterns });
}

const DUE = `select tenant, trigger_id from workflow_triggers where is_active and next_scheduled_time is not null and next_scheduled_time <= now()
    and ${isServed('workflow_triggers.tenant')}
  order by next_scheduled_time limit $1`;

/** Triggers of all tenants that are served whose time has come, those that wait longest first. */
export function findDueTriggers(workerDatabase: Database, limit: number): Promise<{ tenant: string; trigger_id: string }[]> {
  return workerDatabase.query(DUE, [limit]);
}

const TENANT_OF_TRIGGER = `select trigger.tenant from workflow_triggers trigger where trigger.trigger_id = $1 and trigger.trigger_type = 'webhook'
  and (trigger.tenant::text = $2 or exists (select from tenant_replicas replica where replica.tenant = trigger.tenant and replica.slug = $2))
  and ${isServed('trigger.tenant')}`;

/** The tenant a public address belongs to. @param name the tenant's slug, or its id */
export async function tenantOfTrigger(workerDatabase: Database, triggerId: string, name: string): Promise<string | undefined> {
  return (await workerDatabase.query<{ tenant: string }>(TENANT_OF_TRIGGER, [triggerId, name]))[0]?.tenant;
}
