import { contractSyncRoutes, invoiceSyncRoutes, serviceSyncRoutes } from '@psa/contracts-billing';
import { Egress, egressPolicy, resolveBySystem } from '@psa/egress-kit';
import { syncedHandlers } from '@psa/http-kit';
import { TenantDb } from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import { billingSettings } from './billing-settings.ts';
import { quickBooks } from './connectors/quickbooks/quickbooks.ts';
import { stripePayments } from './connectors/stripe-payments.ts';
import { accountingConnectionHandlers } from './resources/accounting-connection/accounting-connection.handlers.ts';
import { tenantsConnectedTo } from './resources/accounting-connection/accounting-connection.records.ts';
import { accountingLinkHandlers } from './resources/accounting-link/accounting-link.handlers.ts';
import { accountingMappingHandlers } from './resources/accounting-mapping/accounting-mapping.handlers.ts';
import { accountingSyncHandlers } from './resources/accounting-sync/accounting-sync.handlers.ts';
import { cardPaymentHandlers } from './resources/card-payment/card-payment.handlers.ts';
import type { Tables } from './tables.ts';
import type { BillingApp } from './billing-app.ts';
import { migrations } from './migrations/index.ts';
import { clientContractLineHandlers } from './resources/contract/client-contract-line/client-contract-line.handlers.ts';
import { contractLineHandlers } from './resources/contract-line/contract-line.handlers.ts';
import { contractHandlers } from './resources/contract/contract.handlers.ts';
import { financialHandlers, invoiceFiguresHandlers } from './resources/financial-report/financial.handlers.ts';
import { invoiceGenerationHandlers } from './resources/billing-cycle/generate-invoice.handlers.ts';
import { billingSettingsHandlers } from './resources/billing-settings/billing-settings.handlers.ts';
import { contractAnalyticsHandlers } from './resources/contract-analytics/contract-analytics.handlers.ts';
import { creditHandlers } from './resources/credit/credit.handlers.ts';
import { transactionHandlers } from './resources/financial-report/transaction.handlers.ts';
import { invoiceDocumentHandlers } from './resources/invoice-document/invoice-document.handlers.ts';
import { hourBlockHandlers } from './resources/hour-block/hour-block.handlers.ts';
import { lineServiceHandlers } from './resources/contract-line/line-service/line-service.handlers.ts';
import { usageRecordHandlers } from './resources/usage-record/usage-record.handlers.ts';
import { invoiceLifecycleHandlers } from './resources/invoice-lifecycle/invoice-lifecycle.handlers.ts';
import { invoiceSettlementHandlers } from './resources/invoice-lifecycle/invoice-settlement.handlers.ts';
import { lineTemplateHandlers } from './resources/line-template/line-template.handlers.ts';
import { recurringInvoiceHandlers } from './resources/recurring-invoice/recurring-invoice.handlers.ts';
import { paymentMethodHandlers } from './resources/payment-method/payment-method.handlers.ts';
import { invoiceTemplateHandlers } from './resources/invoice-template/invoice-template.handlers.ts';
import { invoiceHandlers } from './resources/invoice/invoice.handlers.ts';
import { serviceTypeHandlers } from './resources/service-type/service-type.handlers.ts';
import { taxRateHandlers } from './resources/tax-rate/tax-rate.handlers.ts';
import { serviceHandlers } from './resources/service/service.handlers.ts';
import { clientCommands } from './rpc-clients/client-commands.ts';
import { clientDirectory } from './rpc-clients/client-directory.ts';
import { mailer } from './rpc-clients/mailer.ts';
import { serviceCategories } from './rpc-clients/service-categories.ts';
import { countContractsOfClient } from './rpc-handlers/contract-usage.ts';
import { countInvoicesOfClient } from './rpc-handlers/invoice-usage.ts';
import { getContractLineFacts } from './rpc-handlers/contract-line-facts.ts';
import { getServiceFacts } from './rpc-handlers/service-facts.ts';
import { importServiceTypes, listServiceTypes } from './rpc-handlers/service-types.ts';
import { countServicesByCategory } from './rpc-handlers/service-usage.ts';
import { billingCycleHandlers } from './resources/billing-cycle/billing-cycle.handlers.ts';
import { accountingChanges } from './schedules/accounting-changes.ts';
import { billingReminders } from './schedules/billing-reminders.ts';
import { billingRuns } from './schedules/billing-runs.ts';
import { accountingWorker } from './workers/accounting-worker.ts';
import { billingWorker } from './workers/billing-worker.ts';
import { endingCredits } from './schedules/ending-credits.ts';
import { recurringInvoices } from './schedules/recurring-invoices.ts';
import { countDevices } from './subscriptions/asset-changed.count-devices.ts';
import { keepClientReplica } from './subscriptions/client-changed.keep-replica.ts';
import { keepTimeEntryReplica } from './subscriptions/time-entry-changed.keep-replica.ts';
import { discountHandlers } from './resources/discount/discount.handlers.ts';

/** Contracts, usage, invoices and payments. */
export const billingService: AnyService = defineService<BillingApp, typeof billingSettings>({
  name: 'billing',
  settings: billingSettings,
  migrations,
  routes: [
    ...serviceTypeHandlers,
    ...taxRateHandlers,
    ...syncedHandlers(serviceSyncRoutes, serviceHandlers, 'services'),
    ...contractLineHandlers,
    ...syncedHandlers(contractSyncRoutes, contractHandlers, 'contracts'),
    ...clientContractLineHandlers,
    ...invoiceFiguresHandlers,
    ...financialHandlers,
    ...invoiceGenerationHandlers,
    ...billingCycleHandlers,
    ...recurringInvoiceHandlers,
    ...syncedHandlers(invoiceSyncRoutes, invoiceHandlers, 'invoices'),
    ...invoiceLifecycleHandlers,
    ...invoiceSettlementHandlers,
    ...invoiceDocumentHandlers,
    ...lineServiceHandlers,
    ...lineTemplateHandlers,
    ...contractAnalyticsHandlers,
    ...usageRecordHandlers,
    ...hourBlockHandlers,
    ...transactionHandlers,
    ...creditHandlers,
    ...paymentMethodHandlers,
    ...billingSettingsHandlers,
    ...invoiceTemplateHandlers,
    ...cardPaymentHandlers,
    ...accountingConnectionHandlers,
    ...accountingMappingHandlers,
    ...accountingLinkHandlers,
    ...accountingSyncHandlers,
    ...discountHandlers,
  ],
  schedules: [endingCredits, recurringInvoices, billingRuns, billingReminders, accountingChanges],
  workers: [billingWorker, accountingWorker],
  subscriptions: [keepClientReplica, keepTimeEntryReplica, countDevices],
  sealed: [
    { table: 'card_payment_settings', column: 'sealed_secret_key', row: 'scope' },
    { table: 'card_payment_settings', column: 'sealed_webhook_secret', row: 'scope' },
    { table: 'accounting_connections', column: 'sealed_tokens', row: 'provider' },
    { table: 'accounting_oauth_states', column: 'sealed_verifier', row: 'state_hash' },
  ],
  commands: { invoice: { generate: 'generateInvoice' } },
  rpcHandlers: [
    listServiceTypes,
    importServiceTypes,
    getServiceFacts,
    getContractLineFacts,
    countServicesByCategory,
    countContractsOfClient,
    countInvoicesOfClient,
  ],
  ports: ({ broker, settings, database, secrets, workerDatabase }) => ({
    clients: clientDirectory(broker),
    clientCommands: clientCommands(broker),
    serviceCategories: serviceCategories(broker),
    mailer: mailer(broker),
    cardPayments: stripePayments(settings.PSA_STRIPE_BASE_URL),
    accounting: {
      quickbooks: quickBooks({
        // The operator may point it at an emulator on a private address.
        egress: new Egress({ policy: egressPolicy(settings.PSA_QUICKBOOKS_BASE_URL?.hostname ?? ''), resolve: resolveBySystem }),
        clientId: settings.PSA_QUICKBOOKS_CLIENT_ID,
        clientSecret: settings.PSA_QUICKBOOKS_CLIENT_SECRET,
        baseUrl: settings.PSA_QUICKBOOKS_BASE_URL,
      }),
    },
    tenantsOfCompany: (realmId) => tenantsConnectedTo(workerDatabase, realmId),
    publicUrl: settings.PSA_PUBLIC_URL,
    secrets,
    asTenant: (context) => new TenantDb<Tables>(database, context),
  }),
});
