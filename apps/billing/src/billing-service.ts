import { type AnyService, defineService } from '@psa/service-kit';
import type { BillingApp } from './billing-app.ts';
import { migrations } from './migrations/index.ts';

/** Contracts, usage, invoices and payments. */
export const billingService: AnyService = defineService<BillingApp>({
  name: 'billing',
  migrations,
  routes: [],
  ports: () => ({}),
});
