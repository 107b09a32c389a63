import { sql } from 'kysely';
import type { Db } from '../assets-app.ts';

/** The active clients of exactly these names, whatever their case, by the name in lower case; a name of several clients is none's. */
export async function findClientsByName(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('client_replicas')
    .select([sql<string>`lower(client_name)`.as('name'), sql<string>`min(client_id::text)`.as('client_id')])
    .where(
      sql`lower(client_name)`,
      'in',
      names.map((name) => name.toLowerCase()),
    )
    .where('is_inactive', '=', false)
    .where('is_deleted', '=', false)
    .groupBy(sql`lower(client_name)`)
    .having(sql<number>`count(*)`, '=', 1)
    .execute();
  return new Map(rows.map(({ name, client_id }) => [name, client_id]));
}

/** Those of the ids that are clients of the tenant. */
export async function knownClients(db: Db, clientIds: readonly string[]): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('client_replicas')
    .select('client_id')
    .where('client_id', 'in', [...clientIds])
    .where('is_deleted', '=', false)
    .execute();
  return new Set(rows.map(({ client_id }) => client_id));
}
