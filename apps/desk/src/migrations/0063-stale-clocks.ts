import { type Migration, type MigrationDb, openToWorker } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** Channels whose hours or targets changed: the clocks of their open tickets are set anew in the background. */
export const staleClocksMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table channels add has_stale_clocks boolean not null default false').execute(db);
    await openToWorker(db, 'desk', 'channels', 'select (tenant, channel_id, has_stale_clocks)');
    await sql.raw('create index channels_stale_clocks on channels (tenant, channel_id) where has_stale_clocks').execute(db);
    await sql.raw('create index tickets_open_of_channel on tickets (tenant, channel_id, ticket_id) where not is_closed').execute(db);
  },
};
