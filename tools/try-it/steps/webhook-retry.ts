import assert from 'node:assert/strict';
import { PsaError, verifyWebhook, WebhookVerificationError } from '@psa/sdk';
import { WebhookReceiver } from '../../../apps/automation/src/testing/webhook-receiver.ts';
import { waitUntil } from '../../local/wait-until.ts';
import type { Trial, TrialStep } from '../trial.ts';

const PATH = '/psa';

/** A receiver that is down at first: the delivery is repeated, can be verified, and its history shows both attempts. */
export const webhookRetry: TrialStep = {
  title: 'Receive a webhook at the second attempt',
  async run(trial) {
    const receiver = await WebhookReceiver.start();
    try {
      receiver.answer(PATH, (response) => {
        const [last, ...before] = receiver.at(PATH).toReversed();
        const isFirst = before.every(({ headers }) => headers['webhook-id'] !== last?.headers['webhook-id']);
        response.writeHead(isFirst ? 503 : 204).end();
      });
      return await deliver(trial, receiver);
    } catch (error) {
      // A stack of one's own delivers to this machine; another one only when its operator allows it.
      if (error instanceof PsaError && error.details.some(({ path }) => path === 'url'))
        return 'skipped: this product does not deliver to addresses of this machine';
      throw error;
    } finally {
      await receiver.stop();
    }
  },
};

async function deliver({ psa, run, signal }: Trial, receiver: WebhookReceiver): Promise<string> {
  const webhook = await psa.post('/api/v1/webhooks', {
    body: {
      name: `Try it ${run}`,
      url: receiver.url(PATH),
      event_types: ['client.created'],
      retry_config: { strategy: 'custom', delays: [1_000] },
    },
  });
  const path = { id: webhook.webhook_id };
  const client = await psa.post('/api/v1/clients', { body: { client_name: `Webhook ${run}`, billing_cycle: 'monthly' } });
  // A client that was made just before the webhook may be told of as well.
  const attemptsOfClient = () => receiver.at(PATH).filter(({ body }) => body.includes(client.client_id));
  assert(await waitUntil(() => attemptsOfClient().length === 2, { timeoutMs: 20_000, signal }), 'no second attempt arrived');
  const attempts = attemptsOfClient();
  const [first, second] = attempts;
  assert(first && second);
  for (const { headers, body } of attempts) {
    const event = await verifyWebhook(webhook.signing_secret, headers, body);
    assert.deepEqual([event.eventname, event.subject], ['client.created', client.client_id]);
  }
  await assert.rejects(
    verifyWebhook(webhook.signing_secret, second.headers, second.body.replace('created', 'deleted')),
    WebhookVerificationError,
  );
  assert.deepEqual([first.headers['webhook-id'], first.body], [second.headers['webhook-id'], second.body], 'the attempts differ');

  const delivered = async () =>
    (await psa.get('/api/v1/webhooks/{id}/deliveries', { path, query: { status: 'delivered' } })).find(
      ({ event_id }) => event_id === first.headers['webhook-id'],
    );
  const isDelivered = async () => (await delivered()) !== undefined;
  assert(await waitUntil(isDelivered, { timeoutMs: 10_000, everyMs: 200, signal }), 'the history does not show the delivery');
  const delivery = await delivered();
  assert(delivery);
  const details = await psa.get('/api/v1/webhooks/{id}/deliveries/{deliveryId}', { path: { ...path, deliveryId: delivery.delivery_id } });
  assert.deepEqual(
    details.attempts.map(({ response_status }) => response_status),
    [204, 503],
  );
  const health = await psa.get('/api/v1/webhooks/{id}/health', { path });
  assert.equal(health.status, 'healthy');
  await psa.delete('/api/v1/webhooks/{id}', { path });
  return `503, then 204 after ${((second.at - first.at) / 1000).toFixed(1)} s; both signatures verified, the history shows both attempts`;
}
