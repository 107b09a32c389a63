import { createHash } from 'node:crypto';
import type { Period } from '@psa/calendar';
import { conflict } from '@psa/contract-kit';
import type { Due } from './due-invoice.actions.ts';

/** What an invoice would be for. */
export interface BilledContent {
  readonly due: Due;
  readonly client_id: string;
  readonly currency_code: string;
  readonly window: Period;
}

/** SHA-256 of what an invoice would say, in hexadecimal: equal as long as nothing that it depends on changes. */
export function contentHash({ due, client_id, currency_code, window }: BilledContent): string {
  const { items, subtotal, tax, total_amount } = due.computed;
  const places = new Map(items.map(({ item_id }, place) => [item_id, place]));
  // Ids are made anew each time.
  const lines = items.map(({ item_id: _id, applies_to_item_id, ...item }) => ({
    ...item,
    applies_to: applies_to_item_id === null ? null : places.get(applies_to_item_id),
  }));
  return createHash('sha256')
    .update(JSON.stringify([client_id, currency_code, window.start, window.end, subtotal, tax, total_amount, lines]))
    .digest('hex');
}

/** @param expected hash of the preview; nothing is checked when absent @throws CONFLICT when another content would be billed */
export function assertContent(content: BilledContent, expected: string | undefined): void {
  if (expected === undefined) return;
  const content_hash = contentHash(content);
  if (content_hash !== expected)
    throw conflict('The content has changed since the preview: read it again', { reason: 'content_changed', content_hash });
}
