import { outboundEmailEvents } from '@psa/contracts-email';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { noteDelivery } from '../resources/ticket/ticket-comment/comment-delivery.records.ts';
import type { Tables } from '../tables.ts';

/** Shows on the very comment what became of its mail. */
export const noteDeliveries = subscription<Tables, Ports>(
  'desk-comment-deliveries',
  on(outboundEmailEvents.queued, (tx, { data }) => noteDelivery(tx, data, 'queued')),
  on(outboundEmailEvents.sent, (tx, { data }) => noteDelivery(tx, data, 'sent')),
  on(outboundEmailEvents.failed, (tx, { data, time }) =>
    noteDelivery(tx, data, data.suppressed ? 'suppressed' : 'failed', { address: null, reason: data.error, at: time }),
  ),
  on(outboundEmailEvents.bounced, (tx, { data, time }) =>
    noteDelivery(tx, data, data.kind === 'bounce' ? 'bounced' : undefined, { address: data.address, reason: data.reason, at: time }),
  ),
);
