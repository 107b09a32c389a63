import type { Migration } from '@psa/postgres-kit';
import { automationMigration } from './0001-automation.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-automation': automationMigration,
};
