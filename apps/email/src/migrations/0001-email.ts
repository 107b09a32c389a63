import { createQueueTable, createSecretTables, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS =
  'version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** Mailboxes with their connections, mail in and out, and what other services know of people. */
export const emailMigration: Migration = {
  async up(db: MigrationDb) {
    await createSecretTables(db, 'email');
    await createMailboxes(db);
    await createInbound(db);
    await createOutbound(db);
    await createReplicas(db);
  },
};

async function createMailboxes(db: MigrationDb): Promise<void> {
  await createTenantTable(db, 'email', 'mail_providers', {
    key: ['provider_id'],
    columns: `provider_id uuid not null, provider_type text not null, provider_name text not null, sender_display_name text, mailbox text not null,
      is_active boolean not null, status text not null, error_message text, config jsonb not null, sealed_secrets text, has_secret boolean not null default false,
      has_tokens boolean not null default false, token_expires_at timestamptz(3), ticket_defaults jsonb, cursor jsonb, generation integer not null default 1,
      paused_at timestamptz(3), pause_reason text, auth_failure_count integer not null default 0, auth_failure_last_at timestamptz(3), auth_failure_code text,
      next_sync_at timestamptz(3), sync_lease uuid, last_sync_at timestamptz(3), last_sync_error text, sync_failures integer not null default 0,
      unhealthy_since timestamptz(3), subscription_ref text, subscription_state text, sealed_client_state text, watch_expires_at timestamptz(3),
      watch_attempt_at timestamptz(3), watch_result text, watch_error text, last_push_at timestamptz(3), silent_runs integer not null default 0, ${STAMPS},
      constraint mail_providers_mailbox unique (tenant, mailbox)`,
    workerGrants: 'select, update',
  });
  await sql.raw('create index mail_providers_due on mail_providers (next_sync_at) where next_sync_at is not null').execute(db);
  await sql
    .raw('create index mail_providers_subscription on mail_providers (subscription_ref) where subscription_ref is not null')
    .execute(db);
  await createTenantTable(db, 'email', 'oauth_states', {
    key: ['state_id'],
    columns: `state_id uuid not null, provider_id uuid not null, user_id text not null, session_id text not null, sealed_verifier text not null,
      success_redirect text not null, expires_at timestamptz(3) not null`,
    workerGrants: 'select, delete',
  });
}

async function createInbound(db: MigrationDb): Promise<void> {
  await createTenantTable(db, 'email', 'inbound_emails', {
    key: ['message_id'],
    columns: `message_id uuid not null, provider_id uuid, mailbox text not null, external_id text not null, external_thread_id text, rfc_message_id text,
      content_key text not null, from_address text, from_name text, subject text not null, size integer not null, status text not null, outcome text,
      matched_by text, reason text, error text, is_automated boolean not null default false, authentication text not null default 'none', ticket_id uuid,
      comment_id uuid, released_at timestamptz(3), received_at timestamptz(3) not null, processed_at timestamptz(3), ${STAMPS},
      constraint inbound_emails_external unique (tenant, mailbox, external_id)`,
    workerGrants: 'select, update, delete',
  });
  for (const index of [
    'inbound_emails_received on inbound_emails (tenant, received_at, message_id)',
    'inbound_emails_status on inbound_emails (tenant, status, received_at, message_id)',
    'inbound_emails_content on inbound_emails (tenant, content_key)',
    'inbound_emails_sender on inbound_emails (tenant, from_address, created_at)',
    'inbound_emails_ticket on inbound_emails (tenant, ticket_id) where ticket_id is not null',
    'inbound_emails_age on inbound_emails (created_at)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
  // Files are kept once for their content, however many mails carry them.
  await createTenantTable(db, 'email', 'mail_blobs', {
    key: ['blob_id', 'piece'],
    columns: 'blob_id text not null, piece integer not null, bytes bytea not null, created_at timestamptz(3) not null default now()',
    workerGrants: 'select, delete',
  });
  await createTenantTable(db, 'email', 'mail_attachments', {
    key: ['attachment_id'],
    columns: `attachment_id uuid not null, message_id uuid not null, place integer not null, blob_id text, filename text not null, content_type text not null,
      size integer not null, content_id text, skipped text, unique (tenant, message_id, place)`,
    workerGrants: 'select, delete',
  });
  await sql.raw('create index mail_attachments_blob on mail_attachments (tenant, blob_id)').execute(db);
  await createTenantTable(db, 'email', 'mail_references', {
    key: ['reference'],
    columns: `reference text not null, ticket_id uuid not null, comment_id uuid, created_at timestamptz(3) not null default now()`,
  });
  await sql.raw('create index mail_references_ticket on mail_references (tenant, ticket_id, created_at)').execute(db);
  await createQueueTable(db, 'email', 'inbound_jobs');
}

async function createOutbound(db: MigrationDb): Promise<void> {
  await createTenantTable(db, 'email', 'outbound_emails', {
    key: ['mail_id'],
    columns: `mail_id uuid not null, idempotency_key text not null, source text not null, recipients_to text[] not null, recipients_cc text[] not null,
      recipients_bcc text[] not null, subject text not null, status text not null, rfc_message_id text not null, provider_id uuid, provider_message_id text,
      thread_headers jsonb, is_essential boolean not null, sealed_content text, files jsonb not null, ticket_id uuid, comment_id uuid,
      attempts integer not null default 0, error text, bounces jsonb not null default '[]', sent_at timestamptz(3), ${STAMPS},
      constraint outbound_emails_idempotency unique (tenant, idempotency_key)`,
    workerGrants: 'select, update, delete',
  });
  for (const index of [
    'outbound_emails_created on outbound_emails (tenant, created_at, mail_id)',
    'outbound_emails_rfc on outbound_emails (tenant, rfc_message_id)',
    'outbound_emails_ticket on outbound_emails (tenant, ticket_id) where ticket_id is not null',
    'outbound_emails_sent on outbound_emails (tenant, sent_at) where sent_at is not null',
    'outbound_emails_age on outbound_emails (created_at)',
  ])
    await sql.raw(`create index ${index}`).execute(db);
  await createTenantTable(db, 'email', 'staged_files', {
    key: ['idempotency_key', 'file', 'piece'],
    columns:
      'idempotency_key text not null, file integer not null, piece integer not null, bytes bytea not null, created_at timestamptz(3) not null default now()',
    workerGrants: 'select, delete',
  });
  await sql.raw('create index staged_files_age on staged_files (created_at)').execute(db);
  await createQueueTable(db, 'email', 'outbound_jobs');
  await createTenantTable(db, 'email', 'suppressions', {
    key: ['suppression_id'],
    columns: `suppression_id uuid not null, address text not null, reason text not null, note text, ${STAMPS},
      constraint suppressions_address unique (tenant, address)`,
  });
  await createTenantTable(db, 'email', 'email_templates', {
    key: ['template_id'],
    columns: `template_id uuid not null, template_key text not null, language text not null, subject text not null, text text not null, html text, ${STAMPS},
      constraint email_templates_key unique (tenant, template_key, language)`,
  });
  await createTenantTable(db, 'email', 'outbound_settings', {
    key: ['scope'],
    columns: `scope text not null, from_name text, from_address text, provider_id uuid, smtp_host text, smtp_port integer not null, smtp_secure boolean not null,
      smtp_username text, sealed_smtp_password text, rate_per_minute integer not null, default_language text not null, reply_by_mail boolean not null,
      client_domains jsonb not null, ${STAMPS}`,
  });
}

async function createReplicas(db: MigrationDb): Promise<void> {
  await createTenantTable(db, 'email', 'contact_replicas', {
    key: ['contact_name_id'],
    columns: `contact_name_id uuid not null, full_name text not null, email text not null, domain text not null, client_id uuid, is_inactive boolean not null,
      is_deleted boolean not null, version integer not null`,
  });
  await sql.raw('create index contact_replicas_email on contact_replicas (tenant, email)').execute(db);
  await sql.raw('create index contact_replicas_domain on contact_replicas (tenant, domain)').execute(db);
  await createTenantTable(db, 'email', 'user_replicas', {
    key: ['user_id'],
    columns: `user_id uuid not null, email text not null, user_name text, is_internal boolean not null, is_inactive boolean not null, version integer not null`,
  });
  await sql.raw('create index user_replicas_email on user_replicas (tenant, email)').execute(db);
  await createTenantTable(db, 'email', 'tenant_replicas', {
    key: ['tenant_ref'],
    columns: 'tenant_ref uuid not null, name text, is_suspended boolean not null, version integer not null',
    workerGrants: 'select',
  });
}
