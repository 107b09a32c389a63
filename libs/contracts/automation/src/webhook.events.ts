import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** The address is left out: with many receivers it is the secret itself. */
const WebhookFacts = z.object({ webhook_id: z.guid(), name: z.string(), is_active: z.boolean(), event_types: z.array(z.string()) });

export const webhookEvents = events('automation', {
  created: { name: 'webhook.created', version: 1, key: 'webhook_id', summary: 'A webhook was created', data: WebhookFacts },
  updated: {
    name: 'webhook.updated',
    version: 1,
    key: 'webhook_id',
    summary: 'A webhook was changed',
    data: WebhookFacts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'webhook.deleted',
    version: 1,
    key: 'webhook_id',
    summary: 'A webhook was deleted',
    data: z.object({ webhook_id: z.guid() }),
  },
  secretRotated: {
    name: 'webhook.secret_rotated',
    version: 1,
    key: 'webhook_id',
    summary: 'A webhook got a new signing secret',
    data: z.object({ webhook_id: z.guid() }),
  },
  disabled: {
    name: 'webhook.disabled',
    version: 1,
    key: 'webhook_id',
    summary: 'Deliveries to a webhook were stopped: its receiver is gone, or has failed for days',
    data: z.object({
      webhook_id: z.guid(),
      name: z.string(),
      reason: z.enum(['gone', 'failing']),
      failing_since: z.string().nullable(),
      consecutive_failures: z.int(),
    }),
  },
});
