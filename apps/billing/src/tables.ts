import type {
  AccountingConnectionsTable,
  AccountingOAuthStatesTable,
} from './resources/accounting-connection/accounting-connection.tables.ts';
import type { AccountingLinksTable } from './resources/accounting-link/accounting-link.tables.ts';
import type { AccountingMappingsTable } from './resources/accounting-mapping/accounting-mapping.tables.ts';
import type { AccountingSyncRecordsTable, AccountingSyncsTable } from './resources/accounting-sync/accounting-sync.tables.ts';
import type { CardPaymentSettingsTable, PaymentLinksTable, ProviderPaymentsTable } from './resources/card-payment/card-payment.tables.ts';
import type { BillingCyclesTable, BillingRunClientsTable, BillingRunsTable } from './resources/billing-cycle/billing-cycle.tables.ts';
import type { ClientContractLinesTable } from './resources/contract/client-contract-line/client-contract-line.tables.ts';
import type { ContractLineInactivePeriodsTable, ContractLinesTable } from './resources/contract-line/contract-line.tables.ts';
import type { ContractInactivePeriodsTable, ContractsTable, LinesOfContractsTable } from './resources/contract/contract.tables.ts';
import type {
  BilledPeriodsTable,
  InvoiceItemsTable,
  InvoiceSourcesTable,
  InvoicesTable,
  PaymentsTable,
} from './resources/invoice/invoice.tables.ts';
import type { NumberSeriesTable } from './resources/number-series/number-series.tables.ts';
import type { ServiceTypesTable } from './resources/service-type/service-type.tables.ts';
import type { ServicesTable } from './resources/service/service.tables.ts';
import type { TaxRatesTable } from './resources/tax-rate/tax-rate.tables.ts';
import type { BillingSettingsTable } from './resources/billing-settings/billing-settings.tables.ts';
import type { CreditApplicationsTable, CreditsTable } from './resources/credit/credit.tables.ts';
import type { JournalEntriesTable, JournalTransfersTable } from './resources/ledger/journal.tables.ts';
import type { PaymentMethodsTable } from './resources/payment-method/payment-method.tables.ts';
import type { BucketDrawsTable } from './resources/billing-run/bucket-draws.tables.ts';
import type { HourBlockDrawsTable, HourBlocksTable } from './resources/hour-block/hour-block.tables.ts';
import type { LineServicesTable } from './resources/contract-line/line-service/line-service.tables.ts';
import type { UsageRecordsTable } from './resources/usage-record/usage-record.tables.ts';
import type { ClientBillingTable } from './resources/client-billing/client-billing.tables.ts';
import type { InvoiceTemplateDesignsTable, InvoiceTemplatesTable } from './resources/invoice-template/invoice-template.tables.ts';
import type { LineTemplatesTable } from './resources/line-template/line-template.tables.ts';
import type { RecurringInvoicesTable } from './resources/recurring-invoice/recurring-invoice.tables.ts';
import type { ReplicaTables } from './replicas/replica.tables.ts';
import type { DiscountsTable } from './resources/discount/discount.tables.ts';

/** Every table of the service, by name. */
export interface Tables extends ReplicaTables {
  service_types: ServiceTypesTable;
  discounts: DiscountsTable;
  tax_rates: TaxRatesTable;
  services: ServicesTable;
  invoices: InvoicesTable;
  invoice_items: InvoiceItemsTable;
  payments: PaymentsTable;
  invoice_sources: InvoiceSourcesTable;
  billed_periods: BilledPeriodsTable;
  number_series: NumberSeriesTable;
  billing_settings: BillingSettingsTable;
  card_payment_settings: CardPaymentSettingsTable;
  payment_links: PaymentLinksTable;
  provider_payments: ProviderPaymentsTable;
  accounting_connections: AccountingConnectionsTable;
  accounting_oauth_states: AccountingOAuthStatesTable;
  accounting_mappings: AccountingMappingsTable;
  accounting_links: AccountingLinksTable;
  accounting_syncs: AccountingSyncsTable;
  accounting_sync_records: AccountingSyncRecordsTable;
  client_billing: ClientBillingTable;
  billing_cycles: BillingCyclesTable;
  billing_runs: BillingRunsTable;
  billing_run_clients: BillingRunClientsTable;
  line_services: LineServicesTable;
  line_templates: LineTemplatesTable;
  recurring_invoices: RecurringInvoicesTable;
  usage_records: UsageRecordsTable;
  bucket_draws: BucketDrawsTable;
  hour_blocks: HourBlocksTable;
  hour_block_draws: HourBlockDrawsTable;
  journal_entries: JournalEntriesTable;
  journal_transfers: JournalTransfersTable;
  credits: CreditsTable;
  credit_applications: CreditApplicationsTable;
  invoice_templates: InvoiceTemplatesTable;
  invoice_template_designs: InvoiceTemplateDesignsTable;
  payment_methods: PaymentMethodsTable;
  contract_lines: ContractLinesTable;
  contract_line_inactive_periods: ContractLineInactivePeriodsTable;
  contracts: ContractsTable;
  contract_inactive_periods: ContractInactivePeriodsTable;
  lines_of_contracts: LinesOfContractsTable;
  client_contract_lines: ClientContractLinesTable;
}
