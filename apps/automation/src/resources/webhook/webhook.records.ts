import { statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import type { WebhookHealthTable, WebhooksTable } from './webhook.tables.ts';

export type WebhookRecord = Selectable<WebhooksTable>;
/** A webhook with how its deliveries fare. */
export type WebhookRow = WebhookRecord & Omit<Selectable<WebhookHealthTable>, 'tenant' | 'webhook_id'>;

const HEALTH = [
  'webhook_health.total_deliveries',
  'webhook_health.successful_deliveries',
  'webhook_health.failed_deliveries',
  'webhook_health.consecutive_failures',
  'webhook_health.failing_since',
  'webhook_health.paused_until',
  'webhook_health.last_delivery_at',
  'webhook_health.last_success_at',
  'webhook_health.last_failure_at',
] as const;

/** Webhooks with their health: the base of every read. */
export function webhookRows(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('webhooks')
    .innerJoin('webhook_health', (join) =>
      join.onRef('webhook_health.tenant', '=', 'webhooks.tenant').onRef('webhook_health.webhook_id', '=', 'webhooks.webhook_id'),
    )
    .selectAll('webhooks')
    .select(HEALTH);
}

const findStatement = statement<Tables>()((db, p: { webhook_id: string }) =>
  webhookRows(db as never).where('webhooks.webhook_id', '=', p.webhook_id),
);

export function findWebhook(db: Db, webhookId: string): Promise<WebhookRow | undefined> {
  return db.first(findStatement, { webhook_id: webhookId });
}

export async function webhookExists(db: Db, webhookId: string): Promise<boolean> {
  return (await db.selectFrom('webhooks').select('webhook_id').where('webhook_id', '=', webhookId).executeTakeFirst()) !== undefined;
}

/** Reads a webhook and keeps others from changing it until the transaction ends. */
export function lockWebhook(tx: Tx, webhookId: string): Promise<WebhookRecord | undefined> {
  return tx.selectFrom('webhooks').selectAll().where('webhook_id', '=', webhookId).forUpdate().executeTakeFirst();
}

export async function countWebhooks(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(tx: Tx, webhook: Insertable<WebhooksTable>): Promise<WebhookRow> {
  const { webhook_id } = webhook;
  await tx.insertInto('webhooks').values(webhook).execute();
  await tx
    .insertInto('webhook_health')
    .values({
      webhook_id,
      total_deliveries: 0,
      successful_deliveries: 0,
      failed_deliveries: 0,
      consecutive_failures: 0,
    })
    .execute();
  return (await findWebhook(tx, webhook_id)) as WebhookRow;
}

/** Writes the changes and raises the version. */
export async function updateWebhookRow(tx: Tx, webhookId: string, changes: Updateable<WebhooksTable>): Promise<WebhookRow> {
  await tx
    .updateTable('webhooks')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('webhook_id', '=', webhookId)
    .execute();
  return (await findWebhook(tx, webhookId)) as WebhookRow;
}

/** Forgets failures: what was stopped or left alone is sent to again. */
export async function clearFailures(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_health')
    .set({ consecutive_failures: 0, failing_since: null, paused_until: null })
    .where('webhook_id', '=', webhookId)
    .execute();
}

/** Deletes a webhook with its secrets and its health; what was sent to it goes later, in the background. */
export async function deleteWebhookRow(tx: Tx, webhookId: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('webhook_id', '=', webhookId).execute();
}

const SELECTING = [
  'webhook_id',
  'event_filter',
  'payload_format',
  'content_type',
  'payload_fields',
  'payload_transformation',
  'is_test_mode',
] as const;

const selectingStatement = statement<Tables>()((db, p: { patterns: readonly string[] }) =>
  db
    .selectFrom('webhooks')
    .select(SELECTING)
    .where('is_active', '=', true)
    .where(sql<boolean>`event_types && ${p.patterns}` as never)
    .orderBy('webhook_id'),
);

/** What of a webhook decides about an event and its body. */
export type SelectingWebhook = Pick<WebhookRecord, (typeof SELECTING)[number]>;

/** Active webhooks with one of these patterns. */
export function findSelectingWebhooks(db: Db, patterns: readonly string[]): Promise<SelectingWebhook[]> {
  return db.all(selectingStatement, { patterns });
}
