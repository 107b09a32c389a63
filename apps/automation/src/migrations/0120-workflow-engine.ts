import { createTenantTable, type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS = 'created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()';
const OF_EXECUTION = 'foreign key (tenant, execution_id) references workflow_executions on delete cascade';

/** What starts workflows, what they wait for and call, timers, snapshots, templates and the histories of tasks. */
export const workflowEngineMigration: Migration = {
  async up(db: MigrationDb) {
    for (const statement of COLUMNS) await sql.raw(statement).execute(db);
    await openToWorker(db, 'automation', 'workflow_executions', 'select (tenant, execution_id, completed_at), delete');
    await createTenantTable(db, 'automation', 'workflow_triggers', {
      key: ['trigger_id'],
      columns: `trigger_id uuid not null, workflow_registration_id uuid not null, name text not null, trigger_type text not null, event_type text,
        conditions jsonb not null, parameters jsonb not null, priority text not null, is_active boolean not null, schedule_expression text,
        timezone text not null, missed_fires text not null, sealed_secret text, sealed_former_secret text, former_until timestamptz(3),
        last_triggered timestamptz(3), trigger_count bigint not null default 0, next_scheduled_time timestamptz(3), last_error text,
        created_by uuid not null, version integer not null default 1, ${STAMPS},
        foreign key (tenant, workflow_registration_id) references workflow_registrations on delete cascade`,
      workerGrants: 'select (tenant, trigger_id, trigger_type, event_type, is_active, next_scheduled_time)',
    });
    await createTenantTable(db, 'automation', 'workflow_listens', {
      key: ['execution_id', 'event_name'],
      columns: `execution_id uuid not null, event_name text not null, ${OF_EXECUTION}`,
      workerGrants: 'select',
    });
    await createTenantTable(db, 'automation', 'workflow_waits', {
      key: ['execution_id', 'token'],
      columns: `execution_id uuid not null, token text not null, event_name text not null, match_path text not null, match_value text not null,
        correlation jsonb not null, conditions jsonb not null, ${OF_EXECUTION}`,
    });
    await createTenantTable(db, 'automation', 'workflow_buffered_events', {
      key: ['event_id'],
      columns:
        'event_id uuid not null, event_name text not null, event jsonb not null, received_at timestamptz(3) not null default clock_timestamp()',
      workerGrants: 'select (tenant, event_id, received_at), delete',
    });
    await createTenantTable(db, 'automation', 'workflow_chains', {
      key: ['chain_id'],
      columns: 'chain_id text not null, starts integer not null, started_at timestamptz(3) not null default now()',
      workerGrants: 'select (tenant, chain_id, started_at), delete',
    });
    await createTenantTable(db, 'automation', 'workflow_fan_outs', {
      key: ['execution_id', 'token', 'since'],
      columns: `execution_id uuid not null, token text not null, since integer not null, workflow_name text not null, items jsonb, total integer not null,
        context_data jsonb not null, started integer not null default 0, ended integer not null default 0, failed integer not null default 0,
        failures jsonb not null default '[]', ${OF_EXECUTION}`,
    });
    await createTenantTable(db, 'automation', 'workflow_timers', {
      key: ['timer_id'],
      columns: `timer_id uuid not null, execution_id uuid not null, timer_name text not null, state_name text not null, duration text not null,
        recurrence text, start_time timestamptz(3) not null, metadata jsonb not null, fire_time timestamptz(3) not null, status text not null,
        next_fire_time timestamptz(3), fire_count integer not null default 0, ${STAMPS}, ${OF_EXECUTION}`,
    });
    await createTenantTable(db, 'automation', 'workflow_snapshots', {
      key: ['snapshot_id'],
      columns: `snapshot_id uuid not null, execution_id uuid not null, snapshot_type text not null, current_state text, state_data jsonb not null,
        context_data jsonb not null, metadata jsonb not null, description text, size_bytes integer not null, events_count integer not null,
        checkpoint jsonb, created_at timestamptz(3) not null default now(), ${OF_EXECUTION}`,
    });
    await createTenantTable(db, 'automation', 'workflow_templates', {
      key: ['template_id'],
      columns: `template_id uuid not null, name text not null, description text, category text, tags text[] not null, template_version text not null,
        status text not null, definition jsonb not null, parameter_schema jsonb, default_parameters jsonb not null, ui_metadata jsonb not null,
        created_by uuid not null, version integer not null default 1, ${STAMPS}`,
    });
    await createTenantTable(db, 'automation', 'workflow_template_uses', {
      key: ['template_id'],
      columns: 'template_id uuid not null, usage_count bigint not null, last_used timestamptz(3) not null',
    });
    await createTenantTable(db, 'automation', 'workflow_task_changes', {
      key: ['history_id'],
      columns: `history_id uuid not null, task_id uuid not null, action text not null, from_status text, to_status text not null, user_id uuid,
        details jsonb not null, created_at timestamptz(3) not null default clock_timestamp(),
        foreign key (tenant, task_id) references workflow_tasks on delete cascade`,
    });
    for (const statement of INDEXES) await sql.raw(statement).execute(db);
  },
};

const COLUMNS = [
  `alter table workflow_executions add column parameters jsonb not null default '{}', add column chain_id text not null default '',
    add column parent_execution_id uuid, add column parent_token text, add column parent_since integer, add column item_index integer,
    add column trigger_id uuid, add column resumes boolean not null default false, add column steps_ended integer not null default 0,
    add column timers_count integer not null default 0`,
  `update workflow_executions set chain_id = correlation_id`,
];

const INDEXES = [
  `create index workflow_executions_ended on workflow_executions (completed_at) where completed_at is not null`,
  `create index workflow_executions_children on workflow_executions (tenant, parent_execution_id, parent_since) where parent_execution_id is not null`,
  'create index workflow_executions_chains on workflow_executions (tenant, chain_id)',
  'create index workflow_executions_status on workflow_executions (tenant, status, created_at)',
  'create index workflow_executions_name on workflow_executions (tenant, workflow_name, created_at)',
  'create index workflow_triggers_created on workflow_triggers (tenant, created_at, trigger_id)',
  'create index workflow_triggers_registration on workflow_triggers (tenant, workflow_registration_id)',
  'create index workflow_triggers_event on workflow_triggers (tenant, event_type) where is_active and event_type is not null',
  'create index workflow_triggers_due on workflow_triggers (next_scheduled_time) where is_active and next_scheduled_time is not null',
  'create index workflow_triggers_id on workflow_triggers (trigger_id)',
  'create index workflow_listens_event on workflow_listens (tenant, event_name)',
  'create index workflow_waits_event on workflow_waits (tenant, event_name, match_path, match_value)',
  'create index workflow_buffered_events_name on workflow_buffered_events (tenant, event_name, received_at)',
  'create index workflow_buffered_events_age on workflow_buffered_events (received_at)',
  'create index workflow_chains_age on workflow_chains (started_at)',
  'create index workflow_timers_created on workflow_timers (tenant, created_at, timer_id)',
  'create index workflow_timers_execution on workflow_timers (tenant, execution_id)',
  'create index workflow_snapshots_created on workflow_snapshots (tenant, created_at, snapshot_id)',
  'create index workflow_snapshots_execution on workflow_snapshots (tenant, execution_id, events_count)',
  'create unique index workflow_templates_name on workflow_templates (tenant, lower(name))',
  'create index workflow_task_changes_task on workflow_task_changes (tenant, task_id, created_at)',
];
