import { sql } from 'kysely';
import type { Db } from '../../clients-app.ts';

/** Those of the addresses that contacts have. */
export async function findTakenEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('contact_emails')
    .select('email')
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
  return new Set(rows.map(({ email }) => email));
}

/** Those of the ids that contacts have. */
export async function findTakenIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('contacts')
    .select('contact_name_id')
    .where(sql<boolean>`contact_name_id = any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map(({ contact_name_id }) => contact_name_id));
}

export interface NamedClient {
  readonly client_id: string;
  /** Of the default location. */
  readonly country_code: string | null;
}

/** The clients of these names, whatever their case, by the name as it was given. */
export async function findClientsByName(db: Db, names: readonly string[]): Promise<Map<string, NamedClient>> {
  const rows = await db
    .selectFrom('clients')
    .innerJoin(sql<{ given: string }>`unnest(${names}::text[])`.as<'wanted'>(sql`wanted(given)`), (join) =>
      join.on(sql<boolean>`lower(clients.client_name) = lower(wanted.given)`),
    )
    .leftJoin('client_locations as place', (join) =>
      join
        .onRef('place.tenant', '=', 'clients.tenant')
        .onRef('place.client_id', '=', 'clients.client_id')
        .on('place.is_default', '=', true),
    )
    .select(['wanted.given', 'clients.client_id', sql<string | null>`upper(place.country_code)`.as('country_code')])
    .execute();
  return new Map(rows.map(({ given, ...client }) => [given, client]));
}
