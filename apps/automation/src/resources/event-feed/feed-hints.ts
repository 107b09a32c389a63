import type { TenantId } from '@psa/contract-kit';
import { type Broker, hintSubject } from '@psa/events-kit';

const SUBJECT = `${hintSubject('automation')}.feed`;

/** Tells streams that their tenant's feed has grown. A hint may be lost: who waits for one looks from time to time anyway. */
export interface FeedHints {
  tell(tenant: TenantId): void;
  /** @returns a function that ends the listening */
  listen(tenant: string, hear: () => void): () => void;
  /** How many listen for a tenant here. */
  listeners(tenant: string): number;
}

/** Hints among the instances of the service, over NATS. */
export function feedHints(broker: Broker): FeedHints {
  const listeners = new Map<string, Set<() => void>>();
  broker.listen(`${SUBJECT}.*`, (_text, subject) => {
    for (const hear of listeners.get(subject.slice(SUBJECT.length + 1)) ?? []) hear();
  });
  return {
    tell: (tenant) => broker.tell(`${SUBJECT}.${tenant}`),
    listen(tenant, hear) {
      const ofTenant = listeners.get(tenant) ?? new Set();
      listeners.set(tenant, ofTenant.add(hear));
      return () => {
        ofTenant.delete(hear);
        if (ofTenant.size === 0) listeners.delete(tenant);
      };
    },
    listeners: (tenant) => listeners.get(tenant)?.size ?? 0,
  };
}
