import type { DeliveryFault } from '@psa/contracts-automation';
import { claimStatement, type Database, statement, type TransactionCore } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from '../webhook/webhook.tables.ts';

export type DeliveryRecord = Selectable<WebhookDeliveriesTable>;
export type AttemptRecord = Selectable<WebhookAttemptsTable>;

export type NewDelivery = Pick<DeliveryRecord, 'delivery_id' | 'webhook_id' | 'event_id' | 'event_type' | 'body' | 'is_test' | 'is_replay'>;

const INSERT = `insert into webhook_deliveries (delivery_id, webhook_id, event_id, event_type, body, is_test, is_replay, status, due_at)
  values (unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::uuid[]), unnest($4::text[]), unnest($5::text[]), unnest($6::boolean[]), unnest($7::boolean[]),
    'pending', now())`;

/** Adds deliveries that are due now, together with COMMIT. */
export function insertDeliveries(tx: TransactionCore, deliveries: readonly NewDelivery[]): void {
  const column = <Name extends keyof NewDelivery>(name: Name) => deliveries.map((delivery) => delivery[name]);
  tx.atCommit(INSERT, [
    column('delivery_id'),
    column('webhook_id'),
    column('event_id'),
    column('event_type'),
    column('body'),
    column('is_test'),
    column('is_replay'),
  ]);
}

/** Adds a test whose outcome is noted in the same transaction. */
export async function insertTest(tx: Tx, delivery: NewDelivery): Promise<void> {
  await tx
    .insertInto('webhook_deliveries')
    .values({
      ...delivery,
      status: 'pending',
      attempts: 0,
      round_attempts: 0,
      due_at: sql`now()`,
      lease: null,
      response_status: null,
      duration_ms: null,
      error_type: null,
      error_message: null,
    })
    .execute();
}

const findStatement = statement<Tables>()((db, p: { webhook_id: string; delivery_id: string }) =>
  db.selectFrom('webhook_deliveries').selectAll().where('delivery_id', '=', p.delivery_id).where('webhook_id', '=', p.webhook_id),
);

export function findDelivery(db: Db, webhookId: string, deliveryId: string): Promise<DeliveryRecord | undefined> {
  return db.first(findStatement, { webhook_id: webhookId, delivery_id: deliveryId });
}

/** Reads a delivery and keeps others from changing it until the transaction ends. */
export function lockDelivery(tx: Tx, webhookId: string, deliveryId: string): Promise<DeliveryRecord | undefined> {
  return tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
}

/** The latest attempts of a delivery, the last first. */
export function listAttempts(db: Db, deliveryId: string): Promise<AttemptRecord[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt_number', 'desc')
    .limit(100)
    .execute();
}

/** Makes a delivery due now, ahead of all others of its webhook, with a full round of attempts ahead. */
export function requeueDelivery(tx: Tx, deliveryId: string): Promise<DeliveryRecord> {
  return tx
    .updateTable('webhook_deliveries')
    .set({
      status: 'pending',
      round_attempts: 0,
      due_at: sql`least(now(), (
        select min(other.due_at) - interval '1 millisecond' from webhook_deliveries other
        where other.tenant = webhook_deliveries.tenant and other.webhook_id = webhook_deliveries.webhook_id and other.due_at is not null
      ))`,
      lease: null,
      completed_at: null,
      error_type: null,
      error_message: null,
    })
    .where('delivery_id', '=', deliveryId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Of these events those that are still on their way to a webhook. */
export async function eventsUnderWay(db: Db, webhookId: string, eventIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('event_id')
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .where(sql<boolean>`event_id = any(${eventIds})` as never)
    .execute();
  return new Set(rows.map(({ event_id }) => event_id));
}

export async function countWaiting(db: Db, webhookId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Webhooks of all tenants with something due and no pause, by stepping from queue to queue: however long a queue is, it costs one
 * step. Webhooks that are gone have no health, and are passed over.
 */
const DUE = `with recursive queues as (
    (select tenant, webhook_id, due_at from webhook_deliveries where due_at is not null order by tenant, webhook_id, due_at limit 1)
    union all
    select next.* from queues, lateral (
      select tenant, webhook_id, due_at from webhook_deliveries
      where due_at is not null and (tenant, webhook_id) > (queues.tenant, queues.webhook_id) order by tenant, webhook_id, due_at limit 1
    ) next
  )
  select queues.tenant, queues.webhook_id from queues join webhook_health health on health.tenant = queues.tenant and health.webhook_id = queues.webhook_id
  where queues.due_at <= now() and (health.paused_until is null or health.paused_until <= now()) order by queues.due_at limit $1`;

/** The same where tenants lie on several nodes, which step through no index together: all that is due is read by it. */
const DUE_ON_NODES = `select queues.tenant, queues.webhook_id from (
    select tenant, webhook_id, min(due_at) as due_at from webhook_deliveries where due_at <= now() group by tenant, webhook_id
  ) queues join webhook_health health on health.tenant = queues.tenant and health.webhook_id = queues.webhook_id
  where health.paused_until is null or health.paused_until <= now() order by queues.due_at limit $1`;

export async function findDueWebhooks(workerDatabase: Database, limit: number): Promise<{ tenant: string; webhook_id: string }[]> {
  const { takesByTenant } = await workerDatabase.detectedTenantForm();
  return workerDatabase.query(takesByTenant ? DUE_ON_NODES : DUE, [limit]);
}

const CLAIMED = ['delivery_id', 'event_id', 'event_type', 'body', 'attempts', 'round_attempts', 'is_test', 'lease'] as const;
export type ClaimedDelivery = Pick<DeliveryRecord, (typeof CLAIMED)[number]>;

/** An attempt takes half as long at most: what is still leased then was lost with its process, and is sent again. */
const LEASE = "interval '60 seconds'";

const CLAIM = claimStatement({
  table: 'webhook_deliveries',
  key: ['tenant', 'delivery_id'],
  where: 'due.tenant = $1 and webhook_id = $2 and due_at <= now()',
  orderBy: 'due_at',
  limit: '$3',
  set: `due_at = now() + ${LEASE}`,
  lease: 'lease',
  returning: CLAIMED.map((column) => `claimed.${column}`).join(', '),
});

/** Takes deliveries of one webhook that are due, the longest due first. Nobody else takes them while the lease lasts. */
export async function claimDeliveries(db: Db, webhookId: string, limit: number): Promise<ClaimedDelivery[]> {
  const { rows } = await db.execute<ClaimedDelivery>({ text: CLAIM, name: 'webhook_claim' }, [db.tenant, webhookId, limit]);
  return rows;
}

/** How an attempt went, and what follows from it. */
export interface Settlement {
  readonly webhookId: string;
  readonly delivery: Pick<ClaimedDelivery, 'delivery_id' | 'lease' | 'is_test'>;
  readonly status: 'delivered' | 'retrying' | 'abandoned';
  /** Milliseconds until the next attempt; null when there is none. */
  readonly retryMs: number | null;
  readonly attempt: Omit<AttemptRecord, 'tenant' | 'delivery_id' | 'attempt_number'>;
}

/**
 * One statement for what one attempt changes: the delivery, its log, and the figures of its webhook. It does nothing when the
 * lease is another's by now.
 */
const SETTLE = `with settled as (
    update webhook_deliveries set status = $4, attempts = attempts + 1, round_attempts = round_attempts + 1, lease = null,
      due_at = now() + $5::bigint * interval '1 millisecond', response_status = $6, duration_ms = $7, error_type = $8, error_message = $9, attempted_at = $10,
      completed_at = case when $5::bigint is null then now() end
    where tenant = $1 and delivery_id = $2 and lease is not distinct from $3::uuid
    returning delivery_id, attempts
  ), logged as (
    insert into webhook_attempts (delivery_id, attempt_number, attempted_at, duration_ms, request_headers, response_status, response_headers, response_body, error_type, error_message)
    select delivery_id, attempts, $10, $7, $11, $6, $12, $13, $8, $9 from settled returning 1
  ), noted as (
  update webhook_health set
    total_deliveries = total_deliveries + ($5::bigint is null)::int, successful_deliveries = successful_deliveries + ($4 = 'delivered')::int,
    failed_deliveries = failed_deliveries + ($4 = 'abandoned')::int,
    consecutive_failures = case when $4 = 'delivered' then 0 else consecutive_failures + 1 end,
    failing_since = case when $4 = 'delivered' then null else coalesce(failing_since, $10) end,
    paused_until = case when $4 = 'delivered' then null else paused_until end,
    last_delivery_at = greatest(last_delivery_at, $10),
    last_success_at = case when $4 = 'delivered' then greatest(last_success_at, $10) else last_success_at end,
    last_failure_at = case when $4 = 'delivered' then last_failure_at else greatest(last_failure_at, $10) end
  where tenant = $1 and webhook_id = $14 and not $15 and exists (select 1 from settled)
  returning consecutive_failures, failing_since
  )
  select * from noted`;

export interface FailureStreak {
  readonly consecutive_failures: number;
  readonly failing_since: string | null;
}

/** Notes how an attempt went. @returns the webhook's failures in a row; undefined for a test, and when the lease was lost */
export async function settleDelivery(
  db: Db,
  { webhookId, delivery, status, retryMs, attempt }: Settlement,
): Promise<FailureStreak | undefined> {
  const { rows } = await db.execute<FailureStreak>({ text: SETTLE, name: 'webhook_settle' }, [
    db.tenant,
    delivery.delivery_id,
    delivery.lease,
    status,
    retryMs,
    attempt.response_status,
    attempt.duration_ms,
    attempt.error_type,
    attempt.error_message,
    attempt.attempted_at,
    JSON.stringify(attempt.request_headers),
    attempt.response_headers === null ? null : JSON.stringify(attempt.response_headers),
    attempt.response_body,
    webhookId,
    delivery.is_test,
  ]);
  return rows[0];
}

/** Leaves a receiver alone for a while. */
export async function pauseWebhook(db: Db, webhookId: string, milliseconds: number): Promise<void> {
  await db
    .updateTable('webhook_health')
    .set({ paused_until: sql`greatest(paused_until, now() + ${milliseconds}::bigint * interval '1 millisecond')` })
    .where('webhook_id', '=', webhookId)
    .execute();
}

/** Ends the pause of a receiver; the next failure begins another. */
export async function endPause(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_health')
    .set({ paused_until: null })
    .where('webhook_id', '=', webhookId)
    .where('paused_until', 'is not', null)
    .execute();
}

/** Until when a receiver is left alone; null when it is not. */
export async function readPause(db: Db, webhookId: string): Promise<string | null> {
  const health = await db.selectFrom('webhook_health').select('paused_until').where('webhook_id', '=', webhookId).executeTakeFirst();
  return health?.paused_until ?? null;
}

/** Gives up deliveries that were claimed, without an attempt. */
export async function abandonClaimed(
  db: Db,
  deliveryIds: readonly string[],
  error_type: DeliveryFault,
  error_message: string,
): Promise<void> {
  await db
    .updateTable('webhook_deliveries')
    .set({ status: 'abandoned', due_at: null, lease: null, error_type, error_message, completed_at: sql`now()` })
    .where(sql<boolean>`delivery_id = any(${deliveryIds})` as never)
    .where('lease', 'is not', null)
    .execute();
}
