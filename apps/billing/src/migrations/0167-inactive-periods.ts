import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/**
 * Periods in which a contract or a contract line was inactive before it was activated again. Kept beside the columns that say what is so
 * now, which the release before goes on reading and writing: what was deactivated ends as before, and of what had been activated again
 * the gap is not known.
 */
export const inactivePeriodsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'contract_inactive_periods', {
      key: ['contract_id', 'ends_on'],
      columns: `contract_id uuid not null, starts_on date not null, ends_on date not null, check (ends_on > starts_on),
        foreign key (tenant, contract_id) references contracts on delete cascade`,
    });
    await createTenantTable(db, 'billing', 'contract_line_inactive_periods', {
      key: ['contract_line_id', 'ends_on'],
      columns: `contract_line_id uuid not null, starts_on date, ends_on date not null, check (ends_on > starts_on),
        foreign key (tenant, contract_line_id) references contract_lines on delete cascade`,
    });
  },
};
