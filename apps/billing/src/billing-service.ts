import { type AnyService, defineService } from '@psa/service-kit';
import type { BillingApp } from './billing-app.ts';
import { migrations } from './migrations/index.ts';
import { serviceTypeHandlers } from './resources/service-type/service-type.handlers.ts';
import { taxRateHandlers } from './resources/tax-rate/tax-rate.handlers.ts';
import { serviceHandlers } from './resources/service/service.handlers.ts';
import { serviceCategories } from './rpc-clients/service-categories.ts';
import { countServicesByCategory } from './rpc-handlers/service-usage.ts';

/** Contracts, usage, invoices and payments. */
export const billingService: AnyService = defineService<BillingApp>({
  name: 'billing',
  migrations,
  routes: [...serviceTypeHandlers, ...taxRateHandlers, ...serviceHandlers],
  rpcHandlers: [countServicesByCategory],
  ports: ({ broker }) => ({ serviceCategories: serviceCategories(broker) }),
});
