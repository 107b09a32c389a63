import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** What was told of warranties that end: one row an asset, end date and threshold. */
export const warrantyNoticesMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'assets', 'warranty_notices', {
      key: ['asset_id', 'warranty_end_date', 'threshold_days'],
      columns: `asset_id uuid not null, warranty_end_date timestamptz(3) not null, threshold_days integer not null, was_told boolean not null,
        noticed_at timestamptz(3) not null default now(), foreign key (tenant, asset_id) references assets on delete cascade`,
      grants: 'select, insert',
      workerGrants: 'select (tenant, asset_id, warranty_end_date, threshold_days)',
    });
    // The scan needs to know which warranty ends when, and nothing else of anybody's assets.
    await sql.raw('revoke select on assets from psa_assets_worker').execute(db);
    await sql.raw('grant select (tenant, asset_id, warranty_end_date) on assets to psa_assets_worker').execute(db);
    // The scan reads on from where its last batch ended.
    await sql.raw('drop index assets_warranty').execute(db);
    await sql
      .raw('create index assets_warranty on assets (warranty_end_date, tenant, asset_id) where warranty_end_date is not null')
      .execute(db);
  },
};
