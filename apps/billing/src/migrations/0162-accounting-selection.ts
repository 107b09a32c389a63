import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The records of a sync are chosen page by page, and a crash goes on with the page it was at; parts of a payment are found by its id. */
export const accountingSelectionMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table accounting_syncs add column selection_cursor text').execute(db);
    await sql
      .raw(
        `alter table accounting_links add column external_payment_id text
           generated always as (case when entity = 'payment' then split_part(external_id, '/', 1) end) stored`,
      )
      .execute(db);
    await sql
      .raw(
        `create index accounting_links_payment on accounting_links (tenant, provider, realm_id, external_payment_id) where external_payment_id is not null`,
      )
      .execute(db);
  },
};
