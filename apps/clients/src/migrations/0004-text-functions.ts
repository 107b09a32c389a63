import { createTextFunctions, type Migration, type MigrationDb } from '@psa/postgres-kit';
import { clientTexts, contactNoteTexts, contactTexts } from '../text-indexes.ts';

/** Today's functions where an earlier release made others. */
export const textFunctionsMigration: Migration = {
  async up(db: MigrationDb) {
    for (const index of [clientTexts, contactTexts, contactNoteTexts]) await createTextFunctions(db, 'clients', index);
  },
};
