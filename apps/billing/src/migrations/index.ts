import type { Migration } from '@psa/postgres-kit';
import { kitTablesMigration } from './0000-kit-tables.ts';
import { serviceTypeMigration } from './0001-service-types.ts';
import { taxRateMigration } from './0002-tax-rates.ts';
import { serviceMigration } from './0003-services.ts';
import { clientReplicasMigration } from './0050-client-replicas.ts';
import { contractsMigration } from './0051-contracts.ts';
import { invoicesMigration } from './0100-invoices.ts';
import { billingRunsMigration } from './0101-billing-runs.ts';
import { ledgerMigration } from './0130-ledger.ts';
import { usageMigration } from './0131-usage.ts';
import { recurringMigration } from './0132-recurring.ts';
import { billingCyclesMigration } from './0135-billing-cycles.ts';
import { unapprovedWorkMigration } from './0136-unapproved-work.ts';
import { billedWorkMigration } from './0137-billed-work.ts';
import { cardPaymentsMigration } from './0138-card-payments.ts';
import { eInvoicesMigration } from './0139-e-invoices.ts';
import { billingRemindersMigration } from './0140-billing-reminders.ts';
import { devicesMigration } from './0134-devices.ts';
import { invoiceDocumentsMigration } from './0133-invoice-documents.ts';
import { invoiceTemplatesMigration } from './0141-invoice-templates.ts';
import { writtenOffWorkMigration } from './0142-written-off-work.ts';
import { xRechnungMigration } from './0143-xrechnung.ts';
import { accountingConnectionsMigration } from './0150-accounting-connections.ts';
import { ratesOfWorkMigration } from './0151-rates-of-work.ts';
import { taxRoundingMigration } from './0152-tax-rounding.ts';
import { creditsByAmountMigration } from './0153-credits-by-amount.ts';
import { accountingMappingsMigration } from './0160-accounting-mappings.ts';
import { accountingSyncsMigration } from './0161-accounting-syncs.ts';
import { accountingSelectionMigration } from './0162-accounting-selection.ts';
import { hourBlockRollOverMigration } from './0163-hour-block-roll-over.ts';
import { discountMigration } from './0164-discounts.ts';
import { billingTermsMigration } from './0165-billing-terms.ts';
import { endedContractsMigration } from './0166-ended-contracts.ts';
import { inactivePeriodsMigration } from './0167-inactive-periods.ts';
import { externalIdsMigration } from './0200-external-ids.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0000-kit-tables': kitTablesMigration,
  '0001-service-types': serviceTypeMigration,
  '0002-tax-rates': taxRateMigration,
  '0003-services': serviceMigration,
  '0050-client-replicas': clientReplicasMigration,
  '0051-contracts': contractsMigration,
  '0100-invoices': invoicesMigration,
  '0101-billing-runs': billingRunsMigration,
  '0130-ledger': ledgerMigration,
  '0131-usage': usageMigration,
  '0132-recurring': recurringMigration,
  '0133-invoice-documents': invoiceDocumentsMigration,
  '0134-devices': devicesMigration,
  '0135-billing-cycles': billingCyclesMigration,
  '0136-unapproved-work': unapprovedWorkMigration,
  '0137-billed-work': billedWorkMigration,
  '0138-card-payments': cardPaymentsMigration,
  '0139-e-invoices': eInvoicesMigration,
  '0140-billing-reminders': billingRemindersMigration,
  '0141-invoice-templates': invoiceTemplatesMigration,
  '0142-written-off-work': writtenOffWorkMigration,
  '0143-xrechnung': xRechnungMigration,
  '0150-accounting-connections': accountingConnectionsMigration,
  '0151-rates-of-work': ratesOfWorkMigration,
  '0152-tax-rounding': taxRoundingMigration,
  '0153-credits-by-amount': creditsByAmountMigration,
  '0160-accounting-mappings': accountingMappingsMigration,
  '0161-accounting-syncs': accountingSyncsMigration,
  '0162-accounting-selection': accountingSelectionMigration,
  '0163-hour-block-roll-over': hourBlockRollOverMigration,
  '0164-discounts': discountMigration,
  '0165-billing-terms': billingTermsMigration,
  '0166-ended-contracts': endedContractsMigration,
  '0167-inactive-periods': inactivePeriodsMigration,
  '0200-external-ids': externalIdsMigration,
};
