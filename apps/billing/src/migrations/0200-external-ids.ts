import { createExternalIdTable, type Migration } from '@psa/postgres-kit';

/** Ids of rows in other systems. */
export const externalIdsMigration: Migration = {
  async up(db) {
    await createExternalIdTable(db, 'billing', 'services', 'service_id');
    await createExternalIdTable(db, 'billing', 'contracts', 'contract_id');
    await createExternalIdTable(db, 'billing', 'invoices', 'invoice_id');
  },
};
