import { invalidField } from '@psa/contract-kit';
import type { PublicEvent, WebhookTestResult } from '@psa/contracts-automation';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../automation-app.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { namesOf } from '../webhook/event-selection.rules.ts';
import { exampleData } from '../webhook/event-types.ts';
import { requireReachable } from '../webhook/webhook.rules.ts';
import { deliveryBody } from './delivery-body.ts';
import type { Receiver } from './receiver.ts';
import { send, type SentAttempt } from './send.ts';
import { makeSigningSecret } from '../webhook/signature.ts';
import { insertTest, settleDelivery } from './webhook-delivery.records.ts';

export const TEST_EVENT = 'webhook.test';

export interface Test {
  readonly test_event_type: string;
  readonly test_payload?: Record<string, unknown> | undefined;
}

/** Sends a test to a webhook's own address and notes it as a delivery that no figure counts. */
export async function testWebhook(db: Db, ports: Ports, receiver: Receiver, test: Test): Promise<WebhookTestResult> {
  const { webhook } = receiver;
  const event = await testEvent(db, test, { webhook_id: webhook.webhook_id, webhook_name: webhook.name, is_test: true });
  const body = deliveryBody({ ...webhook, payload_fields: null }, event, 'webhook_id');
  const { attempt, delivered } = await send(ports, receiver, { eventId: event.id, body });
  const delivery = {
    delivery_id: uuidv7(),
    webhook_id: webhook.webhook_id,
    event_id: event.id,
    event_type: event.eventname,
    body,
    is_test: true,
    is_replay: false,
  };
  await db.transaction(async (tx) => {
    await insertTest(tx, delivery);
    await settleDelivery(tx, {
      webhookId: webhook.webhook_id,
      delivery: { ...delivery, lease: null },
      status: delivered ? 'delivered' : 'abandoned',
      retryMs: null,
      attempt,
    });
  });
  return resultOf(event.id, delivery.delivery_id, attempt);
}

/** Sends a test to any address, with the settings of a webhook or without. Nothing secret of a webhook goes there. */
export async function testAddress(db: Db, ports: Ports, url: string, test: Test, receiver?: Receiver): Promise<WebhookTestResult> {
  requireReachable(url, ports.egressPolicy, 'override_url');
  const event = await testEvent(db, test, { is_test: true });
  const webhook = { ...(receiver?.webhook ?? PLAIN), url };
  const stranger: Receiver = { webhook, signingSecrets: [makeSigningSecret()], credential: { secrets: [], headers: () => ({}) } };
  const { attempt } = await send(ports, stranger, {
    eventId: event.id,
    body: deliveryBody({ ...webhook, payload_fields: null }, event, 'is_test'),
  });
  return resultOf(event.id, null, attempt);
}

const PLAIN: Receiver['webhook'] = {
  webhook_id: '',
  name: '',
  url: '',
  method: 'POST',
  custom_headers: {},
  is_active: true,
  paused_until: null,
  consecutive_failures: 0,
  payload_format: 'json',
  content_type: 'application/json',
  payload_transformation: null,
  retry_config: {
    strategy: 'standard',
    max_attempts: 1,
    initial_delay: 5_000,
    max_delay: 86_400_000,
    backoff_multiplier: 5,
    timeout: 15_000,
  },
  rate_limit: { enabled: false, requests_per_minute: 100 },
};

/** @throws VALIDATION_ERROR when there is no such event */
export async function testEvent(
  db: Pick<Db, 'tenant' | 'context'>,
  { test_event_type, test_payload }: Test,
  ownData: Record<string, unknown>,
): Promise<PublicEvent> {
  const event = eventCatalogue.find(({ name }) => namesOf(name).includes(test_event_type));
  if (event === undefined && test_event_type !== TEST_EVENT)
    throw invalidField('test_event_type', 'is no event; GET /api/v1/webhooks/events lists them', 'unknown_event');
  const id = uuidv7();
  const data = test_payload ?? (event === undefined ? ownData : await exampleData(event));
  const subject = event === undefined ? String(ownData['webhook_id'] ?? id) : String(data[event.key] ?? id);
  return {
    specversion: '1.0',
    id,
    source: `/psa/${event?.domain ?? 'automation'}`,
    type: event?.type ?? 'psa.automation.webhook.test.v1',
    eventname: test_event_type,
    subject,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    tenantid: db.tenant,
    actorid: db.context.actor.id,
    actortype: db.context.actor.type,
    aggregateversion: 1,
    correlationid: db.context.correlationId,
    data,
  };
}

function resultOf(testId: string, deliveryId: string | null, attempt: SentAttempt): WebhookTestResult {
  return {
    test_id: testId,
    delivery_id: deliveryId,
    success: attempt.error_type === null,
    status_code: attempt.response_status,
    response_time_ms: attempt.duration_ms,
    response_body: attempt.response_body,
    error_type: attempt.error_type,
    error_message: attempt.error_message,
    tested_at: attempt.attempted_at,
  };
}
