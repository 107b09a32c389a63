import { sql } from 'kysely';
import type { Db } from '../assets-app.ts';

/** The active client of exactly this name, whatever its case. @returns undefined when there is none, or more than one */
export async function findClientByName(db: Db, name: string): Promise<string | undefined> {
  const [first, second] = await db.selectFrom('client_replicas').select('client_id')
    .where(sql`lower(client_name)`, '=', name.toLowerCase()).where('is_inactive', '=', false).where('is_deleted', '=', false)
    .limit(2).execute();
  return second === undefined ? first?.client_id : undefined;
}
