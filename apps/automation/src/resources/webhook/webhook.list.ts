import type { WebhookListQuery } from '@psa/contracts-automation';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import { eventNames } from '../../event-catalogue.ts';
import { namesOf, patternsOf } from './event-selection.rules.ts';
import { type WebhookRow, webhookRows } from './webhook.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'webhooks.created_at',
    updated_at: 'webhooks.updated_at',
    name: 'webhooks.name',
    last_delivery_at: 'webhook_health.last_delivery_at',
  },
  nullable: new Set(['last_delivery_at']),
  id: { ref: 'webhooks.webhook_id', name: 'webhook_id' },
};

const rate = sql<number>`(100.0 * webhook_health.successful_deliveries / nullif(webhook_health.successful_deliveries + webhook_health.failed_deliveries, 0))`;

/** One page of the webhooks that pass every filter. */
export function listWebhooks(db: Db, query: WebhookListQuery): Promise<Page<WebhookRow>> {
  const matching = matchingWebhooks(webhookRows(db), query);
  return readPage<WebhookRow>(matching as never, order, query, async () => {
    const { count } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

type WebhookRows = ReturnType<typeof webhookRows>;

function matchingWebhooks(rows: WebhookRows, query: WebhookListQuery): WebhookRows {
  const { search, event_type, is_active, is_test_mode, payload_format, has_failures, delivery_rate_min, delivery_rate_max } = query;
  for (const [column, text] of [
    ['webhooks.name', query.name],
    ['webhooks.url', query.url],
  ] as const) {
    if (text !== undefined) rows = rows.where(column, 'ilike', containsPattern(text));
  }
  for (const [column, bound] of [
    ['webhooks.created_at', query.created_from],
    ['webhooks.updated_at', query.updated_from],
    ['webhook_health.last_delivery_at', query.last_delivery_from],
  ] as const)
    if (bound !== undefined) rows = rows.where(column, '>=', bound);
  for (const [column, bound] of [
    ['webhooks.created_at', query.created_to],
    ['webhooks.updated_at', query.updated_to],
    ['webhook_health.last_delivery_at', query.last_delivery_to],
  ] as const)
    if (bound !== undefined) rows = rows.where(column, '<=', bound);
  if (search !== undefined) {
    const pattern = containsPattern(search);
    rows = rows.where((eb) =>
      eb.or([eb('webhooks.name', 'ilike', pattern), eb('webhooks.description', 'ilike', pattern), eb('webhooks.url', 'ilike', pattern)]),
    );
  }
  if (event_type !== undefined) rows = rows.where(sql<SqlBool>`webhooks.event_types && ${patternsNaming(event_type)}`);
  if (is_active !== undefined) rows = rows.where('webhooks.is_active', '=', is_active);
  if (is_test_mode !== undefined) rows = rows.where('webhooks.is_test_mode', '=', is_test_mode);
  if (payload_format !== undefined) rows = rows.where('webhooks.payload_format', '=', payload_format);
  if (has_failures !== undefined) rows = rows.where('webhook_health.failed_deliveries', has_failures ? '>' : '=', 0);
  if (delivery_rate_min !== undefined) rows = rows.where(sql<SqlBool>`${rate} >= ${delivery_rate_min}`);
  if (delivery_rate_max !== undefined) rows = rows.where(sql<SqlBool>`${rate} <= ${delivery_rate_max}`);
  return rows;
}

/** By the name or alias of an event, whatever selects it; by a pattern, that pattern. */
function patternsNaming(eventType: string): string[] {
  if (eventType.endsWith('*')) return [eventType];
  return patternsOf(eventNames.find((name) => namesOf(name).includes(eventType)) ?? eventType);
}
