import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

/** Discounts of clients. */
export const discountMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'discounts', {
      key: ['discount_id'],
      columns: `discount_id uuid not null, discount_name text not null, client_id uuid not null, contract_line_id uuid,
        discount_type text not null check (discount_type in ('percentage', 'fixed')), discount_percentage numeric(7,4), amount bigint,
        start_date date not null, end_date date, order_number integer not null, is_active boolean not null,
        version integer not null default 1, created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now(), check (end_date > start_date),
        check ((discount_percentage is null) = (discount_type = 'fixed')), check ((amount is null) = (discount_type = 'percentage')),
        check (discount_type = 'percentage' or contract_line_id is not null),
        foreign key (tenant, contract_line_id) references contract_lines`,
      indexes: {
        discounts_created: '(tenant, created_at, discount_id)',
        discounts_client: '(tenant, client_id, order_number)',
        discounts_line: '(tenant, contract_line_id) where contract_line_id is not null',
      },
    });
  },
};
