import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const STAMPS = `version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now()`;
const ITEM = `work_item_type text not null check (work_item_type in ('ticket', 'project_task', 'non_billable_category', 'ad_hoc', 'interaction')), work_item_id uuid`;
const STATUS = `approval_status text not null default 'DRAFT' check (approval_status in ('DRAFT', 'SUBMITTED', 'APPROVED', 'CHANGES_REQUESTED'))`;

/** Sheets with their comments, entries, timers, templates and how the tenant has it. */
export const timeEntriesMigration: Migration = {
  async up(db: MigrationDb) {
    await createTenantTable(db, 'time', 'time_settings', {
      key: ['scope'],
      columns: `scope text not null, rounding_minutes integer not null, rounding_mode text not null, separation_of_duties boolean not null,
        allow_empty_sheets boolean not null, overlong_minutes integer not null, due_days integer not null, ${STAMPS}`,
    });
    await createTenantTable(db, 'time', 'time_sheets', {
      key: ['id'],
      columns: `id uuid not null, period_id uuid not null, user_id uuid not null, ${STATUS}, submitted_at timestamptz(3), approved_at timestamptz(3),
        approved_by uuid, notes text, approval_notes text, reminded_at timestamptz(3), ${STAMPS}, constraint time_sheets_person unique (tenant, period_id, user_id),
        foreign key (tenant, period_id) references time_periods`,
      workerGrants: 'select',
    });
    await createTenantTable(db, 'time', 'time_sheet_comments', {
      key: ['comment_id'],
      columns: `comment_id uuid not null, time_sheet_id uuid not null, user_id uuid not null, is_approver boolean not null, comment_text text not null,
        created_at timestamptz(3) not null default now(), foreign key (tenant, time_sheet_id) references time_sheets on delete cascade`,
    });
    await createTenantTable(db, 'time', 'time_entries', {
      key: ['entry_id'],
      // Half-open: work may begin the minute other work ended.
      columns: `entry_id uuid not null, user_id uuid not null, ${ITEM}, client_id uuid, project_id uuid, start_time timestamptz(3) not null,
        end_time timestamptz(3) not null, work_date date not null, work_timezone text not null, duration_minutes integer not null,
        billable_duration integer not null, is_billable boolean not null, rounding_minutes integer not null, rounding_mode text not null, notes text,
        service_id uuid not null, tax_region text, contract_line_id uuid, time_sheet_id uuid, ${STATUS}, invoice_id uuid,
        is_overlong boolean not null default false, ${STAMPS},
        check (end_time > start_time), foreign key (tenant, time_sheet_id) references time_sheets,
        constraint time_entries_overlap exclude using gist (tenant with =, user_id with =, tstzrange(start_time, end_time) with &&)`,
    });
    for (const [name, columns] of Object.entries({
      start: '(tenant, start_time, entry_id)',
      user: '(tenant, user_id, start_time)',
      date: '(tenant, work_date)',
      item: '(tenant, work_item_id)',
      sheet: '(tenant, time_sheet_id)',
      client: '(tenant, client_id, start_time)',
      service: '(tenant, service_id)',
    }))
      await sql.raw(`create index time_entries_${name} on time_entries ${columns}`).execute(db);
    await createTenantTable(db, 'time', 'time_sessions', {
      key: ['session_id'],
      columns: `session_id uuid not null, user_id uuid not null, ${ITEM}, service_id uuid not null, notes text, start_time timestamptz(3) not null,
        constraint time_sessions_person unique (tenant, user_id)`,
    });
    await createTenantTable(db, 'time', 'time_templates', {
      key: ['template_id'],
      columns: `template_id uuid not null, user_id uuid not null, template_name text not null, ${ITEM}, service_id uuid, default_notes text,
        is_active boolean not null, ${STAMPS}, constraint time_templates_name unique (tenant, user_id, template_name)`,
    });
    for (const [name, columns] of Object.entries({ user: '(tenant, user_id, created_at)', status: '(tenant, approval_status)' }))
      await sql.raw(`create index time_sheets_${name} on time_sheets ${columns}`).execute(db);
    await sql.raw('create index time_sheet_comments_sheet on time_sheet_comments (tenant, time_sheet_id, created_at)').execute(db);
  },
};
