import {
  billingSettingsRoutes,
  clientContractLineRoutes,
  creditRoutes,
  contractAnalyticsRoutes,
  hourBlockRoutes,
  lineServiceRoutes,
  lineTemplateRoutes,
  recurringInvoiceRoutes,
  usageRecordRoutes,
  invoiceDocumentRoutes,
  invoiceSettlementRoutes,
  paymentMethodRoutes,
  transactionRoutes,
  contractLineRoutes,
  contractRoutes,
  financialRoutes,
  invoiceFiguresRoutes,
  invoiceGenerationRoutes,
  invoiceLifecycleRoutes,
  invoiceRoutes,
  serviceRoutes,
  serviceTypeRoutes,
  taxRateRoutes,
} from '@psa/contracts-billing';
import { clientContractLineFixtures, contractFixtures, contractLineFixtures } from './contract.fixtures.ts';
import { financialFixtures, invoiceFiguresFixtures } from './financial.fixtures.ts';
import { invoiceFixtures, invoiceGenerationFixtures, invoiceLifecycleFixtures } from './invoice.fixtures.ts';
import {
  billingSettingsFixtures,
  creditFixtures,
  invoiceDocumentFixtures,
  invoiceSettlementFixtures,
  paymentMethodFixtures,
  transactionFixtures,
} from './ledger.fixtures.ts';
import {
  contractAnalyticsFixtures,
  hourBlockFixtures,
  lineServiceFixtures,
  lineTemplateFixtures,
  recurringInvoiceFixtures,
  usageRecordFixtures,
} from './usage.fixtures.ts';
import { serviceTypeFixtures } from './service-type.fixtures.ts';
import { taxRateFixtures } from './tax-rate.fixtures.ts';
import { serviceFixtures } from './service.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...serviceTypeRoutes,
  ...taxRateRoutes,
  ...serviceRoutes,
  ...contractLineRoutes,
  ...contractRoutes,
  ...clientContractLineRoutes,
  ...financialRoutes,
  ...invoiceFiguresRoutes,
  ...invoiceGenerationRoutes,
  ...invoiceRoutes,
  ...invoiceLifecycleRoutes,
  ...invoiceSettlementRoutes,
  ...invoiceDocumentRoutes,
  ...transactionRoutes,
  ...lineServiceRoutes,
  ...usageRecordRoutes,
  ...hourBlockRoutes,
  ...contractAnalyticsRoutes,
  ...lineTemplateRoutes,
  ...recurringInvoiceRoutes,
  ...creditRoutes,
  ...paymentMethodRoutes,
  ...billingSettingsRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...serviceTypeFixtures,
  ...taxRateFixtures,
  ...serviceFixtures,
  ...contractLineFixtures,
  ...contractFixtures,
  ...clientContractLineFixtures,
  ...financialFixtures,
  ...invoiceFiguresFixtures,
  ...invoiceGenerationFixtures,
  ...invoiceFixtures,
  ...invoiceLifecycleFixtures,
  ...invoiceSettlementFixtures,
  ...invoiceDocumentFixtures,
  ...transactionFixtures,
  ...lineServiceFixtures,
  ...usageRecordFixtures,
  ...hourBlockFixtures,
  ...contractAnalyticsFixtures,
  ...lineTemplateFixtures,
  ...recurringInvoiceFixtures,
  ...creditFixtures,
  ...paymentMethodFixtures,
  ...billingSettingsFixtures,
};
