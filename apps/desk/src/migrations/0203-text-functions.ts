import { createTextFunctions, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { projectTexts } from '../resources/project/project-texts.tables.ts';
import { ticketTexts } from '../resources/ticket/ticket-texts.tables.ts';

/** Today's functions where an earlier release made others: they find the node of a tenant where tenants lie on several. */
export const textFunctionsMigration: Migration = {
  async up(db: MigrationDb) {
    for (const index of [ticketTexts, projectTexts]) await createTextFunctions(db, 'desk', index);
  },
};
