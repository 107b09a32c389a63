import { insertSelected } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';

export async function readPreferences(db: Db, userId: string): Promise<Record<string, unknown>> {
  const rows = await db.selectFrom('user_preferences').select(['name', 'value']).where('user_id', '=', userId).orderBy('name').execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const PUT = insertSelected(
  'user_preferences (user_id, name, value)',
  'select $1::uuid, name, value from jsonb_each($2) as preference (name, value)',
  'on conflict (tenant, user_id, name) do update set value = excluded.value, updated_at = excluded.updated_at',
);

export async function putPreferences(tx: Tx, userId: string, entries: readonly (readonly [string, unknown])[]): Promise<void> {
  if (entries.length > 0)
    await tx.execute({ text: PUT, name: 'psa_put_preferences' }, [userId, JSON.stringify(Object.fromEntries(entries))]);
}

export async function deletePreferences(tx: Tx, userId: string, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await tx
    .deleteFrom('user_preferences')
    .where('user_id', '=', userId)
    .where((eb) => eb('name', '=', eb.fn.any(eb.val([...names]))))
    .execute();
}

/** How many preferences a user has, and how much they take. */
export function preferenceBytes(db: Db, userId: string): Promise<{ bytes: number; count: number }> {
  return db
    .selectFrom('user_preferences')
    .select([
      sql<number>`coalesce(sum(octet_length(name) + octet_length(value::text)), 0)::int`.as('bytes'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
}
