import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Webhooks with their secrets, and what is sent to them. */
export const webhooksMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'automation', 'webhooks', {
      key: ['webhook_id'],
      columns: `webhook_id uuid not null, name text not null, url text not null, description text, method text not null, event_types text[] not null,
        event_filter jsonb, payload_format text not null, content_type text not null, payload_fields text[], payload_transformation jsonb,
        custom_headers jsonb not null, security jsonb not null, sealed_credential text, retry_config jsonb not null, rate_limit jsonb not null,
        is_active boolean not null, is_test_mode boolean not null, metadata jsonb, tags text[] not null, auto_disabled_at timestamptz(3), disabled_reason text,
        created_by_user_id uuid not null, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
      workerGrants: 'select (tenant, webhook_id)',
    });
    await sql.raw('create index webhooks_created on webhooks (tenant, created_at, webhook_id)').execute(db);
    await createTenantTable(db, 'automation', 'webhook_secrets', {
      key: ['secret_id'],
      columns: `secret_id uuid not null, webhook_id uuid not null, sealed text not null, valid_until timestamptz(3),
        created_at timestamptz(3) not null default now(), foreign key (tenant, webhook_id) references webhooks on delete cascade`,
    });
    await sql.raw('create index webhook_secrets_webhook on webhook_secrets (tenant, webhook_id)').execute(db);
    await createTenantTable(db, 'automation', 'webhook_health', {
      key: ['webhook_id'],
      columns: `webhook_id uuid not null, total_deliveries bigint not null default 0, successful_deliveries bigint not null default 0,
        failed_deliveries bigint not null default 0, consecutive_failures integer not null default 0, failing_since timestamptz(3),
        paused_until timestamptz(3), last_delivery_at timestamptz(3), last_success_at timestamptz(3), last_failure_at timestamptz(3),
        foreign key (tenant, webhook_id) references webhooks on delete cascade`,
      workerGrants: 'select (tenant, webhook_id, paused_until)',
    });
    // No foreign key: what was sent to a webhook that is gone is cleared away in the background, however much it is.
    await createTenantTable(db, 'automation', 'webhook_deliveries', {
      key: ['delivery_id'],
      columns: `delivery_id uuid not null, webhook_id uuid not null, event_id uuid not null, event_type text not null, body text not null, status text not null,
        attempts integer not null default 0, round_attempts integer not null default 0, due_at timestamptz(3), lease uuid, is_test boolean not null,
        is_replay boolean not null, response_status integer, duration_ms integer, error_type text, error_message text,
        created_at timestamptz(3) not null default now(), attempted_at timestamptz(3), completed_at timestamptz(3),
        check ((due_at is null) = (status in ('delivered', 'abandoned')))`,
      workerGrants: 'select (tenant, delivery_id, webhook_id, due_at, created_at), delete',
    });
    await sql
      .raw('create index webhook_deliveries_webhook on webhook_deliveries (tenant, webhook_id, created_at, delivery_id)')
      .execute(db);
    // The queue: a queue a webhook, so that a long one hides no other.
    await sql
      .raw('create index webhook_deliveries_due on webhook_deliveries (tenant, webhook_id, due_at) where due_at is not null')
      .execute(db);
    await sql.raw('create index webhook_deliveries_age on webhook_deliveries using brin (created_at)').execute(db);
    await createTenantTable(db, 'automation', 'webhook_attempts', {
      key: ['delivery_id', 'attempt_number'],
      columns: `delivery_id uuid not null, attempt_number integer not null, attempted_at timestamptz(3) not null, duration_ms integer not null,
        request_headers jsonb not null, response_status integer, response_headers jsonb, response_body text, error_type text, error_message text,
        foreign key (tenant, delivery_id) references webhook_deliveries on delete cascade`,
    });
    await createTenantTable(db, 'automation', 'webhook_templates', {
      key: ['template_id'],
      columns: `template_id uuid not null, name text not null, category text not null, description text, default_config jsonb not null,
        required_fields text[] not null, supported_events text[] not null, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
    });
  },
};
