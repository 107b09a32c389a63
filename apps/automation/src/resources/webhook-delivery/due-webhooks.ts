import { type TenantId, tenantId } from '@psa/contract-kit';
import { wakeWorker } from '@psa/work-kit';

/** Name of the worker that makes deliveries. */
export const DELIVERY_WORKER = 'webhook-delivery';

export interface DueWebhook {
  readonly tenant: TenantId;
  readonly webhookId: string;
}

/** Webhooks of which this process knows that something is to be sent: they are served at once, without looking for them. */
export class DueWebhooks {
  readonly #due = new Map<string, DueWebhook>();

  add(tenant: string, webhookId: string): void {
    this.#due.set(webhookId, { tenant: tenantId(tenant), webhookId });
    wakeWorker(DELIVERY_WORKER);
  }

  /** All that were added since the last time. */
  take(): DueWebhook[] {
    const due = [...this.#due.values()];
    this.#due.clear();
    return due;
  }
}
