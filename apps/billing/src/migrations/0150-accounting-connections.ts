import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';

const STAMPS = 'created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** Connections to accounting systems, and attempts to connect. */
export const accountingConnectionsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'billing', 'accounting_connections', {
      key: ['provider'],
      columns: `provider text not null, connection_id uuid not null, realm_id text not null, display_name text not null,
        status text not null check (status in ('active', 'expired', 'error', 'disconnected')), sealed_tokens text,
        token_expires_at timestamptz(3), refresh_expires_at timestamptz(3), refresh_lease_until timestamptz(3),
        last_validated_at timestamptz(3), error text, version integer not null default 1, ${STAMPS},
        check ((status = 'disconnected') = (sealed_tokens is null))`,
    });
    await createTenantTable(db, 'billing', 'accounting_oauth_states', {
      key: ['state_hash'],
      columns: `state_hash text not null, provider text not null, user_id text not null, redirect_uri text not null, sealed_verifier text not null,
        expires_at timestamptz(3) not null, created_at timestamptz(3) not null default now()`,
    });
  },
};
