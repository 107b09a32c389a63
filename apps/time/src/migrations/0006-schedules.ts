import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Schedules with who is on them, holidays, and the addresses calendar programs read. */
export const schedulesMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table user_replicas add column first_name text, add column last_name text').execute(db);
    await createTenantTable(db, 'time', 'schedule_entries', {
      key: ['entry_id'],
      // Until when an entry recurs at most, so that a stretch of time reads no series that is over; null when it recurs for ever.
      columns: `entry_id uuid not null, title text not null, scheduled_start timestamptz(3) not null, scheduled_end timestamptz(3) not null,
        timezone text not null, work_item_type text, work_item_id uuid, notes text, is_private boolean not null, status text not null,
        recurrence_pattern jsonb, recurs_until timestamptz(3), original_entry_id uuid, created_by uuid not null,
        version integer not null default 1, created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
        check (scheduled_end > scheduled_start)`,
      indexes: {
        schedule_entries_start: '(tenant, scheduled_start, entry_id)',
        schedule_entries_recurring: '(tenant, recurs_until) where recurrence_pattern is not null',
        schedule_entries_item: '(tenant, work_item_id) where work_item_id is not null',
        schedule_entries_creator: '(tenant, created_by)',
      },
    });
    await createTenantTable(db, 'time', 'schedule_assignees', {
      key: ['entry_id', 'user_id'],
      columns:
        'entry_id uuid not null, user_id uuid not null, foreign key (tenant, entry_id) references schedule_entries on delete cascade',
      indexes: { schedule_assignees_user: '(tenant, user_id, entry_id)' },
    });
    await createTenantTable(db, 'time', 'holidays', {
      key: ['holiday_id'],
      columns: `holiday_id uuid not null, name text not null, date date not null, is_annual boolean not null,
        created_at timestamptz(3) not null default now(), constraint holidays_date unique (tenant, date)`,
    });
    await createTenantTable(db, 'time', 'calendar_feeds', {
      key: ['user_id'],
      columns: 'user_id uuid not null, token_hash text not null, created_at timestamptz(3) not null default now()',
    });
  },
};
