import type { Webhook } from '@psa/contracts-automation';
import type { WebhookRow } from './webhook.records.ts';

const PATH = '/api/v1/webhooks';

/** A webhook as it goes over the wire: without anything sealed. */
export function toWebhook(row: WebhookRow): Webhook {
  const { sealed_credential: _, version: __, failing_since: ___, paused_until: ____, ...shown } = row;
  return { ...shown, verify_ssl: true, _links: linksOf(row.webhook_id) };
}

function linksOf(id: string): Webhook['_links'] {
  const self = `${PATH}/${id}`;
  return {
    self: { href: self, method: 'GET' },
    edit: { href: self, method: 'PUT' },
    delete: { href: self, method: 'DELETE' },
    list: { href: PATH, method: 'GET' },
    deliveries: { href: `${self}/deliveries`, method: 'GET' },
    test: { href: `${self}/test`, method: 'POST' },
    health: { href: `${self}/health`, method: 'GET' },
    analytics: { href: `${self}/analytics`, method: 'GET' },
    subscriptions: { href: `${self}/subscriptions`, method: 'GET' },
  };
}

/** Percentage of what was decided that went well; null when nothing was. */
export function successRate(successful: number, failed: number): number | null {
  const decided = successful + failed;
  return decided === 0 ? null : Math.round((successful / decided) * 100_000) / 1000;
}
