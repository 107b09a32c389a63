import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const DATED = 'created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** Contract lines, contracts made of them, and the clients they are billed to. */
export const contractsMigration: Migration = {
  async up(db: MigrationDb) {
    const table = (name: string, key: string[], columns: string) => createTenantTable(db, 'billing', name, { key, columns });
    await table(
      'contract_lines',
      ['contract_line_id'],
      `contract_line_id uuid not null, contract_line_name text not null, billing_frequency text not null, contract_line_type text not null,
       is_custom boolean not null, service_category text, cadence_owner text not null, billing_timing text not null, base_rate bigint,
       enable_proration boolean not null, billing_cycle_alignment text not null, hourly_rate bigint, minimum_billable_time integer not null,
       round_up_to_nearest integer not null, enable_overtime boolean not null, overtime_rate bigint, overtime_threshold integer,
       enable_after_hours_rate boolean not null, after_hours_multiplier numeric(6,3), features text[] not null, is_active boolean not null,
       activation_date date, activation_reason text, version integer not null default 1, ${DATED},
       check (least(base_rate, hourly_rate, overtime_rate) >= 0)`,
    );
    await table(
      'contracts',
      ['contract_id'],
      `contract_id uuid not null, contract_name text not null, client_id uuid not null, billing_frequency text not null,
       contract_description text, start_date date, end_date date, status text not null, is_active boolean not null,
       version integer not null default 1, ${DATED}, check (end_date > start_date)`,
    );
    await table(
      'lines_of_contracts',
      ['contract_id', 'contract_line_id'],
      `contract_id uuid not null, contract_line_id uuid not null, added_at timestamptz(3) not null default now(),
       foreign key (tenant, contract_id) references contracts on delete cascade,
       foreign key (tenant, contract_line_id) references contract_lines`,
    );
    await table(
      'client_contract_lines',
      ['client_contract_line_id'],
      `client_contract_line_id uuid not null, client_id uuid not null, contract_line_id uuid not null, client_contract_id uuid,
       service_category text, start_date date not null, end_date date, is_active boolean not null, custom_rate bigint,
       version integer not null default 1, ${DATED}, check (end_date > start_date), check (custom_rate >= 0),
       foreign key (tenant, contract_line_id) references contract_lines,
       foreign key (tenant, client_contract_id) references contracts`,
    );
    for (const index of [
      'create unique index contract_lines_name on contract_lines (tenant, lower(contract_line_name))',
      'create index contract_lines_created on contract_lines (tenant, created_at, contract_line_id)',
      'create index contracts_created on contracts (tenant, created_at, contract_id)',
      'create index contracts_client on contracts (tenant, client_id)',
      'create index lines_of_contracts_line on lines_of_contracts (tenant, contract_line_id)',
      'create index client_contract_lines_created on client_contract_lines (tenant, created_at, client_contract_line_id)',
      'create index client_contract_lines_client on client_contract_lines (tenant, client_id)',
      'create index client_contract_lines_line on client_contract_lines (tenant, contract_line_id, client_id)',
      'create index client_contract_lines_contract on client_contract_lines (tenant, client_contract_id)',
    ])
      await sql.raw(index).execute(db);
  },
};
