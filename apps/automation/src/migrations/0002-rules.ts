import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Rules, the public addresses that start them, their executions with logs and results, and templates. */
export const rulesMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'automation', 'automation_rules', {
      key: ['rule_id'],
      columns: `rule_id uuid not null, name text not null, description text, status text not null, priority smallint not null, trigger_type text not null,
        trigger_config jsonb not null, event_type text, conditions jsonb not null, condition_logic text not null, actions jsonb not null,
        sealed_secrets text, secrets_version integer not null default 0, max_concurrent_executions integer not null,
        execution_timeout_minutes integer not null, retry_failed_executions boolean not null, is_template boolean not null, template_category text,
        tags text[] not null, metadata jsonb not null, notification_settings jsonb not null, created_by uuid, execution_count bigint not null default 0,
        last_executed timestamptz(3), consecutive_failures integer not null default 0, next_fire_at timestamptz(3), fire_count bigint not null default 0,
        check_state jsonb, version integer not null default 1,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
      workerGrants: 'select (tenant, rule_id, status, next_fire_at, max_concurrent_executions, execution_timeout_minutes)',
    });
    await sql.raw('create index automation_rules_created on automation_rules (tenant, created_at, rule_id)').execute(db);
    await sql
      .raw(
        `create index automation_rules_event on automation_rules (tenant, event_type) where status = 'active' and event_type is not null`,
      )
      .execute(db);
    await sql
      .raw(`create index automation_rules_due on automation_rules (next_fire_at) where status = 'active' and next_fire_at is not null`)
      .execute(db);

    await createTenantTable(db, 'automation', 'automation_hooks', {
      key: ['hook_id'],
      columns: `hook_id uuid not null, rule_id uuid not null, sealed_secret text not null, sealed_former_secret text, former_until timestamptz(3),
        created_at timestamptz(3) not null default now(), foreign key (tenant, rule_id) references automation_rules on delete cascade`,
      workerGrants: 'select (tenant, hook_id)',
    });
    await sql.raw('create unique index automation_hooks_rule on automation_hooks (tenant, rule_id)').execute(db);
    await sql.raw('create index automation_hooks_id on automation_hooks (hook_id)').execute(db);

    // No foreign key: what a rule did stays to be read when the rule is gone.
    await createTenantTable(db, 'automation', 'automation_executions', {
      key: ['execution_id'],
      columns: `execution_id uuid not null, rule_id uuid not null, rule_name text not null, status text not null, trigger_type text not null,
        trigger_data jsonb not null, execution_context jsonb not null, plan jsonb not null, is_override boolean not null default false,
        priority smallint not null, subject text, fire_key text, correlation_id text not null, depth integer not null default 0,
        started_at timestamptz(3) not null default now(), completed_at timestamptz(3), duration_ms bigint, error_message text,
        actions_total integer not null, actions_successful integer not null default 0, actions_failed integer not null default 0,
        failed_action_index integer, next_action integer not null default 0, auto_retries integer not null default 0, round integer not null default 0,
        has_slot boolean not null default false, is_gathering boolean not null default false, follows uuid, due_at timestamptz(3) not null default now(),
        deadline_at timestamptz(3), lease_owner uuid, lease_until timestamptz(3), notice_due_at timestamptz(3), notice_attempts integer not null default 0,
        created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
      workerGrants: `select (tenant, execution_id, rule_id, status, trigger_type, priority, has_slot, follows, due_at, lease_owner, lease_until, notice_due_at,
        completed_at, started_at), update (lease_owner, lease_until, notice_due_at), delete`,
    });
    await sql.raw('create index automation_executions_started on automation_executions (tenant, started_at, execution_id)').execute(db);
    await sql
      .raw('create index automation_executions_rule on automation_executions (tenant, rule_id, started_at, execution_id)')
      .execute(db);
    await sql
      .raw(`create index automation_executions_open on automation_executions (tenant, rule_id) where status in ('pending', 'running')`)
      .execute(db);
    await sql.raw('create index automation_executions_chain on automation_executions (tenant, correlation_id) ').execute(db);
    await sql
      .raw('create unique index automation_executions_fire on automation_executions (tenant, rule_id, fire_key) where fire_key is not null')
      .execute(db);
    // The queue: what holds a slot and is not leased, the most important first.
    await sql
      .raw(
        `create index automation_executions_queue on automation_executions (priority desc, due_at) where has_slot and status in ('pending', 'running')`,
      )
      .execute(db);
    await sql
      .raw(
        `create index automation_executions_waiting on automation_executions (due_at) where not has_slot and follows is null and status = 'pending'`,
      )
      .execute(db);
    await sql
      .raw('create index automation_executions_follows on automation_executions (tenant, follows) where follows is not null')
      .execute(db);
    await sql.raw('create index automation_executions_age on automation_executions using brin (started_at)').execute(db);
    await sql
      .raw('create index automation_executions_notices on automation_executions (notice_due_at) where notice_due_at is not null')
      .execute(db);

    await createTenantTable(db, 'automation', 'automation_action_results', {
      key: ['execution_id', 'action_index'],
      columns: `execution_id uuid not null, action_index integer not null, action_order integer not null, is_success boolean not null, attempts integer not null,
        output jsonb, error_message text, finished_at timestamptz(3) not null default now(),
        foreign key (tenant, execution_id) references automation_executions on delete cascade`,
    });
    await createTenantTable(db, 'automation', 'automation_execution_logs', {
      key: ['execution_id', 'position'],
      columns: `execution_id uuid not null, position bigint generated always as identity, logged_at timestamptz(3) not null default clock_timestamp(),
        level text not null, message text not null, action_index integer, metadata jsonb,
        foreign key (tenant, execution_id) references automation_executions on delete cascade`,
    });

    await createTenantTable(db, 'automation', 'automation_templates', {
      key: ['template_id'],
      columns: `template_id uuid not null, name text not null, description text, category text not null, icon text, template_version text not null, author text,
        compatible_versions text[] not null, required_permissions text[] not null, template_config jsonb not null, template_variables jsonb not null,
        usage_count bigint not null default 0, last_used timestamptz(3), is_active boolean not null default true, is_featured boolean not null default false,
        version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`,
    });
    await sql.raw('create index automation_templates_created on automation_templates (tenant, created_at, template_id)').execute(db);
  },
};
