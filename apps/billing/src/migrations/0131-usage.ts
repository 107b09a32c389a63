import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

const STAMPS = `version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`;

/** Services of contract lines, usage, and minutes that fees and blocks of hours include. */
export const usageMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'line_services', {
      key: ['contract_line_id', 'service_id'],
      columns: `contract_line_id uuid not null, service_id uuid not null, quantity integer not null, custom_rate bigint, configuration_type text not null,
        type_config jsonb not null, rate_tiers jsonb not null, ${STAMPS}, foreign key (tenant, contract_line_id) references contract_lines on delete cascade,
        foreign key (tenant, service_id) references services`,
      indexes: { line_services_service: '(tenant, service_id)' },
    });
    await createTenantTable(db, 'billing', 'usage_records', {
      key: ['usage_id'],
      columns: `usage_id uuid not null, transaction_id text not null, client_id uuid not null, service_id uuid not null, contract_line_id uuid,
        quantity numeric(18,6) not null check (quantity >= 0), usage_date date not null, metadata jsonb, invoice_id uuid, item_id uuid,
        created_at timestamptz(3) not null default now(), constraint usage_records_once unique (tenant, transaction_id),
        foreign key (tenant, service_id) references services`,
      indexes: {
        usage_records_created: '(tenant, created_at, usage_id)',
        usage_records_client: '(tenant, client_id, usage_date)',
        usage_records_invoice: '(tenant, invoice_id) where invoice_id is not null',
      },
    });
    await createTenantTable(db, 'billing', 'bucket_draws', {
      key: ['invoice_id', 'client_contract_line_id', 'service_id', 'period_start'],
      columns: `invoice_id uuid not null, client_contract_line_id uuid not null, service_id uuid not null, period_start date not null,
        item_id uuid not null, minutes integer not null check (minutes > 0), overage_minutes integer not null check (overage_minutes between 0 and minutes)`,
      indexes: { bucket_draws_period: '(tenant, client_contract_line_id, service_id, period_start)' },
    });
    await createTenantTable(db, 'billing', 'hour_blocks', {
      key: ['block_id'],
      columns: `block_id uuid not null, client_id uuid not null, block_name text not null, service_id uuid, minutes integer not null check (minutes > 0),
        remaining_minutes integer not null, starts_on date not null, expires_on date, ${STAMPS}, check (remaining_minutes between 0 and minutes),
        check (expires_on >= starts_on)`,
      indexes: { hour_blocks_client: '(tenant, client_id, expires_on)', hour_blocks_created: '(tenant, created_at, block_id)' },
    });
    await createTenantTable(db, 'billing', 'hour_block_draws', {
      key: ['draw_id'],
      columns: `draw_id uuid not null, block_id uuid not null, invoice_id uuid not null, item_id uuid not null, minutes integer not null check (minutes <> 0),
        created_at timestamptz(3) not null default now(), foreign key (tenant, block_id) references hour_blocks`,
      grants: 'select, insert',
      indexes: { hour_block_draws_block: '(tenant, block_id, created_at)', hour_block_draws_invoice: '(tenant, invoice_id)' },
    });
  },
};
