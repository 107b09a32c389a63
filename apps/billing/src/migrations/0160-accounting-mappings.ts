import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Which account and tax code of an accounting system stands for which of PSA. */
export const accountingMappingsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'accounting_mappings', {
      key: ['mapping_id'],
      columns: `mapping_id uuid not null, provider text not null, realm_id text not null, entity text not null check (entity in ('account', 'tax_code')),
        local_key text not null, external_id text not null, account_type text, is_default boolean not null,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
        unique (tenant, provider, realm_id, entity, local_key), check ((entity = 'account') = (account_type is not null))`,
    });
    await sql
      .raw(
        `create unique index accounting_mappings_default on accounting_mappings (tenant, provider, realm_id, entity, coalesce(account_type, ''))
          where is_default`,
      )
      .execute(db);
  },
};
