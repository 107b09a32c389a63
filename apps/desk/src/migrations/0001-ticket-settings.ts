import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

const DATED = `version integer not null default 1, created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()`;

/** Channels with their statuses, and priorities. */
export const ticketSettingsMigration: Migration = {
  async up(db: MigrationDb) {
    const table = (name: string, key: string[], columns: string) => createTenantTable(db, 'desk', name, { key, columns });
    await table('desk_setups', ['name'], 'name text not null');
    await table(
      'channels',
      ['channel_id'],
      `channel_id uuid not null, channel_name text not null, description text, display_order integer not null, is_default boolean not null,
       is_inactive boolean not null, portal_visibility text not null, close_rules jsonb not null, business_hours jsonb, sla_targets jsonb not null,
       reopen_days integer, ${DATED}`,
    );
    await table(
      'ticket_statuses',
      ['status_id'],
      `status_id uuid not null, name text not null, channel_id uuid not null, is_closed boolean not null, is_default boolean not null,
       pauses_sla boolean not null, color text, icon text, order_number integer not null, ${DATED},
       foreign key (tenant, channel_id) references channels on delete cascade`,
    );
    await table(
      'priorities',
      ['priority_id'],
      `priority_id uuid not null, priority_name text not null, item_type text not null, color text, order_number integer not null,
       description text, ${DATED}`,
    );
    for (const index of [
      'unique index channels_name on channels (tenant, lower(channel_name))',
      'unique index channels_default on channels (tenant) where is_default',
      'unique index ticket_statuses_name on ticket_statuses (tenant, channel_id, lower(name))',
      'unique index ticket_statuses_default on ticket_statuses (tenant, channel_id) where is_default',
      'unique index priorities_name on priorities (tenant, item_type, lower(priority_name))',
    ])
      await sql.raw(`create ${index}`).execute(db);
  },
};
