import { createQueueTable, createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS = 'created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';

/** Workflows: registrations with their versions, executions with an append-only history, and tasks. */
export const workflowsMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'automation', 'workflow_registrations', {
      key: ['registration_id'],
      columns: `registration_id uuid not null, name text not null, description text, category text, tags text[] not null, status text not null,
        source_template_id uuid, code text, parameters jsonb not null, workflow_version text not null, version_id uuid not null, runs_as uuid not null,
        created_by uuid not null, execution_count bigint not null default 0, last_executed timestamptz(3), version integer not null default 1, ${STAMPS}`,
    });
    await createTenantTable(db, 'automation', 'workflow_versions', {
      key: ['version_id'],
      columns: `version_id uuid not null, registration_id uuid not null, workflow_version text not null, code text, definition jsonb, parameters jsonb not null,
        changelog text, created_by uuid not null, created_at timestamptz(3) not null default now(),
        foreign key (tenant, registration_id) references workflow_registrations on delete cascade`,
    });
    // No foreign key: what a workflow did stays to be read when the registration is gone.
    await createTenantTable(db, 'automation', 'workflow_executions', {
      key: ['execution_id'],
      columns: `execution_id uuid not null, registration_id uuid not null, version_id uuid not null, workflow_name text not null,
        workflow_version text not null, definition jsonb, status text not null, current_state text, context_data jsonb not null, correlation_id text not null,
        priority text not null, scheduled_at timestamptz(3), timeout_seconds integer, deadline_at timestamptz(3), started_at timestamptz(3),
        completed_at timestamptz(3), error_message text, restart_of uuid, fire_key text, depth integer not null default 0, runs_as uuid not null,
        events_count integer not null default 0, tasks_count integer not null default 0, runner uuid, version integer not null default 1, ${STAMPS}`,
    });
    await createTenantTable(db, 'automation', 'workflow_events', {
      key: ['execution_id', 'position'],
      columns: `execution_id uuid not null, position integer not null, event_id uuid not null, event_name text not null, event_type text not null,
        kind text not null, step text, token text, from_state text, to_state text, user_id uuid, payload jsonb not null, correlation_id text,
        created_at timestamptz(3) not null default clock_timestamp(), foreign key (tenant, execution_id) references workflow_executions on delete cascade`,
    });
    await createTenantTable(db, 'automation', 'workflow_tasks', {
      key: ['task_id'],
      columns: `task_id uuid not null, execution_id uuid not null, workflow_name text not null, step text, token text, title text not null, description text,
        task_definition_type text not null, status text not null, priority text not null, due_date timestamptz(3), context_data jsonb not null,
        assigned_roles uuid[] not null, assigned_users uuid[] not null, form_definition jsonb, claimed_by uuid, claimed_at timestamptz(3),
        completed_by uuid, completed_at timestamptz(3), response_data jsonb, completion_notes text, version integer not null default 1, ${STAMPS},
        foreign key (tenant, execution_id) references workflow_executions on delete cascade`,
    });
    await createQueueTable(db, 'automation', 'workflow_jobs');
    for (const statement of INDEXES) await sql.raw(statement).execute(db);
  },
};

const INDEXES = [
  'create unique index workflow_registrations_name on workflow_registrations (tenant, lower(name))',
  'create index workflow_registrations_created on workflow_registrations (tenant, created_at, registration_id)',
  'create index workflow_versions_registration on workflow_versions (tenant, registration_id, created_at)',
  'create index workflow_executions_created on workflow_executions (tenant, created_at, execution_id)',
  `create index workflow_executions_open on workflow_executions (tenant, registration_id) where status in ('pending', 'running', 'paused')`,
  'create unique index workflow_executions_fire on workflow_executions (tenant, registration_id, fire_key) where fire_key is not null',
  'create index workflow_executions_chain on workflow_executions (tenant, correlation_id)',
  'create unique index workflow_events_id on workflow_events (tenant, event_id)',
  'create index workflow_events_created on workflow_events (tenant, created_at, event_id)',
  'create index workflow_tasks_created on workflow_tasks (tenant, created_at, task_id)',
  `create index workflow_tasks_open on workflow_tasks (tenant, due_date) where status in ('pending', 'claimed')`,
  'create index workflow_tasks_execution on workflow_tasks (tenant, execution_id)',
];
