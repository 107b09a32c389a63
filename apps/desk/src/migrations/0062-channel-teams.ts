import { createTenantTable, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Channels whose tickets only some teams see, and who is in the teams. */
export const channelTeamsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw("alter table channels add visible_to_team_ids jsonb not null default '[]'").execute(db);
    await createTenantTable(db, 'desk', 'team_members', {
      key: ['team_id', 'user_id'],
      columns: 'team_id uuid not null, user_id uuid not null, is_member boolean not null, version integer not null',
      indexes: { team_members_user: '(tenant, user_id)' },
    });
  },
};
