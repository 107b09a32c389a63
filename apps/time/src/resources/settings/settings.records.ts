import type { TimeSettings, UpdateTimeSettings } from '@psa/contracts-time';
import { lockInTenant } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db, Tx } from '../../time-app.ts';

/** As long as a tenant has changed nothing. */
export const DEFAULT_SETTINGS: TimeSettings = {
  rounding_minutes: 0,
  rounding_mode: 'nearest',
  separation_of_duties: true,
  allow_empty_sheets: false,
  overlong_minutes: 12 * 60,
  due_days: 2,
  default_service_id: null,
};

/** How the tenant has it; version 0 as long as nothing was changed. */
export async function readSettings(db: Db): Promise<TimeSettings & { readonly version: number }> {
  const row = await db
    .selectFrom('time_settings')
    .select([
      'rounding_minutes',
      'rounding_mode',
      'separation_of_duties',
      'allow_empty_sheets',
      'overlong_minutes',
      'due_days',
      'default_service_id',
      'version',
    ])
    .where('scope', '=', 'tenant')
    .executeTakeFirst();
  return row ?? { ...DEFAULT_SETTINGS, version: 0 };
}

/** Keeps others from changing the settings until the transaction ends. */
export async function lockSettings(tx: Tx): Promise<TimeSettings & { readonly version: number }> {
  await lockInTenant(tx, 'settings');
  return readSettings(tx);
}

export async function writeSettings(tx: Tx, changes: UpdateTimeSettings): Promise<void> {
  await tx
    .insertInto('time_settings')
    .values({ scope: 'tenant', ...DEFAULT_SETTINGS, ...changes })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'scope'])
        .doUpdateSet({ ...changes, version: sql`time_settings.version + 1`, updated_at: sql`excluded.updated_at` }),
    )
    .execute();
}
