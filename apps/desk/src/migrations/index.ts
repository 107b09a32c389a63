import type { Migration } from '@psa/postgres-kit';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {};
