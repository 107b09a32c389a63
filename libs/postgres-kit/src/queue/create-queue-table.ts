import { sql } from 'kysely';
import { createTenantTable, type MigrationDb } from '../tenancy/ddl.ts';

/**
 * Creates the table of a work queue, for a {@link WorkQueue}. `due_at` is when a job may next be taken and null once it has ended;
 * a job that was taken is due again when its lease ends, so one that was lost with its process comes back by itself.
 */
export async function createQueueTable(db: MigrationDb, service: string, name: string): Promise<void> {
  await createTenantTable(db, service, name, {
    key: ['job_id'],
    columns: `job_id uuid not null, payload jsonb not null, deduplication_key text, priority smallint not null default 0, attempts integer not null default 0,
      due_at timestamptz(3) default now(), lease uuid, last_error text, correlation_id text not null,
      outcome text check (outcome in ('done', 'dead')), created_at timestamptz(3) not null default now(), ended_at timestamptz(3),
      check ((due_at is null) = (outcome is not null)), unique (tenant, deduplication_key)`,
    workerGrants: 'select, update, delete',
  });
  await sql.raw(`create index ${name}_due on ${name} (tenant, due_at) where due_at is not null`).execute(db);
  await sql.raw(`create index ${name}_ended on ${name} (ended_at) where ended_at is not null`).execute(db);
}
