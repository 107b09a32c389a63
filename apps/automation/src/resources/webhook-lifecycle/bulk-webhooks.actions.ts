import { itemRefusal, notFound } from '@psa/contract-kit';
import type { BulkWebhooks } from '@psa/contracts-automation';
import { demandPermissions, type Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type { Db, Ports } from '../../automation-app.ts';
import { deliveryBody } from '../webhook-delivery/delivery-body.ts';
import { insertDeliveries } from '../webhook-delivery/webhook-delivery.records.ts';
import { TEST_EVENT, testEvent } from '../webhook-delivery/test-webhook.actions.ts';
import { deleteWebhook, updateWebhook } from './webhook.actions.ts';
import { findWebhook } from '../webhook/webhook.records.ts';

export interface BulkResult {
  processed: number;
  errors: string[];
}

const NEEDED = { activate: [], deactivate: [], delete: ['webhook:delete'], test: ['webhook:test'] } as const;

/** Does the same with each of several webhooks; one it cannot be done with keeps it from no other. */
export async function bulkWebhooks(
  db: Db,
  ports: Ports,
  principal: Principal,
  { webhook_ids, operation, test_event_type }: z.output<typeof BulkWebhooks>,
): Promise<BulkResult> {
  demandPermissions(principal, NEEDED[operation]);
  const test = { test_event_type: test_event_type ?? TEST_EVENT };
  if (operation === 'test') await testEvent(db, test, {});
  const act = {
    activate: (id: string) => updateWebhook(db, ports, id, { is_active: true }),
    deactivate: (id: string) => updateWebhook(db, ports, id, { is_active: false }),
    delete: (id: string) => deleteWebhook(db, id),
    test: (id: string) => queueTest(db, ports, id, test),
  }[operation];
  const result: BulkResult = { processed: 0, errors: [] };
  for (const id of webhook_ids) {
    try {
      await act(id);
      result.processed++;
    } catch (error) {
      result.errors.push(`${id}: ${itemRefusal(error).message}`);
    }
  }
  return result;
}

/** Has a test sent in the background. @throws NOT_FOUND */
function queueTest(db: Db, ports: Ports, webhookId: string, test: { readonly test_event_type: string }): Promise<void> {
  return db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, webhookId);
    if (webhook === undefined) throw notFound('Webhook');
    const event = await testEvent(tx, test, { webhook_id: webhookId, webhook_name: webhook.name, is_test: true });
    insertDeliveries(tx, [
      {
        delivery_id: uuidv7(),
        webhook_id: webhookId,
        event_id: event.id,
        event_type: event.eventname,
        body: deliveryBody(webhook, event, 'webhook_id'),
        is_test: true,
        is_replay: false,
      },
    ]);
    tx.afterCommit(() => ports.dueWebhooks.add(tx.tenant, webhookId));
  });
}
