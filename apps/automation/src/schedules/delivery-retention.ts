import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { deleteDeliveriesOfGoneWebhooks, deleteOldDeliveries } from '../resources/webhook-delivery/retention.records.ts';
import type { Tables } from '../tables.ts';

/** Drops deliveries that are no longer kept, and those of webhooks that are gone. */
export const deliveryRetention: Schedule<Ports, Tables> = {
  name: 'webhook-delivery-retention',
  cron: '47 * * * *',
  async run({ workerDatabase, now }) {
    await deleteOldDeliveries(workerDatabase, now);
    await deleteDeliveriesOfGoneWebhooks(workerDatabase);
  },
};
