import type { Migration, MigrationDb } from '@psa/postgres-kit';
import { sql } from 'kysely';

/** The day a contract was deactivated: what it was billed by until then stays due. Of those deactivated before, the day is not known. */
export const endedContractsMigration: Migration = {
  async up(db: MigrationDb) {
    await sql.raw('alter table contracts add column ended_on date').execute(db);
  },
};
