import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** When the figures of a tenant are compared with what they count, and whether they were right the last time. */
export const figureRecountsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'desk', 'figure_recounts', {
      key: ['subject'],
      columns: 'subject text not null, recount_at timestamptz(3) not null, is_settled boolean not null default false',
      workerGrants: 'select',
    });
  },
};
