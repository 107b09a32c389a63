import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/**
 * The audit log. The time stands in its key, so that it can be partitioned by month once it is large, keys and all.
 * Nobody may change what is in it: the service's role has no right to, and a trigger refuses everybody else, its owner included.
 */
export const auditMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'identity', 'audit_events', {
      key: ['created_at', 'audit_id'],
      columns: `audit_id uuid not null, created_at timestamptz(3) not null default now(), event_type text not null check (event_type ~ '^[a-z0-9_]{1,64}$'),
        operation text not null, table_name text not null, record_id text not null, rbac boolean not null, actor_id text not null,
        actor_type text not null check (actor_type in ('user', 'api_key', 'system')), subject_user_id uuid, ip_address text, user_agent text,
        request_id text not null, changed_fields text[] not null default '{}', before_hash text, after_hash text, details jsonb not null default '{}'`,
      grants: 'select, insert',
    });
    const statements = [
      'create index audit_events_subject on audit_events (tenant, subject_user_id, created_at, audit_id) where subject_user_id is not null',
      'create index audit_events_rbac on audit_events (tenant, created_at, audit_id) where rbac',
      `create function refuse_audit_change() returns trigger language plpgsql as $$
        begin raise exception 'the audit log is append-only' using errcode = 'insufficient_privilege'; end $$`,
      'create trigger audit_events_append_only before update or delete on audit_events for each row execute function refuse_audit_change()',
      'create trigger audit_events_kept before truncate on audit_events for each statement execute function refuse_audit_change()',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
