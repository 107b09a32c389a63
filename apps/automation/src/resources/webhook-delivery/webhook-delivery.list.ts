import type { DeliveryListQuery } from '@psa/contracts-automation';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../automation-app.ts';
import type { DeliveryRecord } from './webhook-delivery.records.ts';

const order: ListOrder = {
  columns: { created_at: 'webhook_deliveries.created_at', completed_at: 'webhook_deliveries.completed_at' },
  nullable: new Set(['completed_at']),
  id: { ref: 'webhook_deliveries.delivery_id', name: 'delivery_id' },
};

const SHOWN = [
  'delivery_id',
  'webhook_id',
  'event_id',
  'event_type',
  'status',
  'attempts',
  'round_attempts',
  'due_at',
  'lease',
  'is_test',
  'is_replay',
  'response_status',
  'duration_ms',
  'error_type',
  'error_message',
  'created_at',
  'attempted_at',
  'completed_at',
] as const;

/** A delivery without its body. */
export type DeliveryRow = Pick<DeliveryRecord, (typeof SHOWN)[number]>;

/** One page of a webhook's deliveries that pass every filter. */
export function listDeliveries(db: Db, webhookId: string, query: DeliveryListQuery): Promise<Page<DeliveryRow>> {
  const { status, event_type, event_id, is_test, search } = query;
  let rows = db.selectFrom('webhook_deliveries').select(SHOWN).where('webhook_id', '=', webhookId);
  if (status !== undefined) rows = rows.where('status', '=', status);
  if (event_type !== undefined) rows = rows.where('event_type', '=', event_type);
  if (event_id !== undefined) rows = rows.where('event_id', '=', event_id);
  if (is_test !== undefined) rows = rows.where('is_test', '=', is_test);
  if (search !== undefined)
    rows = rows.where((eb) =>
      eb.or([eb('event_type', 'ilike', containsPattern(search)), eb('error_message', 'ilike', containsPattern(search))]),
    );
  for (const bound of [query.created_from, query.from_date]) if (bound !== undefined) rows = rows.where('created_at', '>=', bound);
  for (const bound of [query.created_to, query.to_date]) if (bound !== undefined) rows = rows.where('created_at', '<=', bound);
  if (query.updated_from !== undefined)
    rows = rows.where(sql<string>`coalesce(completed_at, attempted_at, created_at)`, '>=', query.updated_from);
  if (query.updated_to !== undefined)
    rows = rows.where(sql<string>`coalesce(completed_at, attempted_at, created_at)`, '<=', query.updated_to);
  return readPage<DeliveryRow>(rows as never, order, query, async () => {
    const { count } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}
