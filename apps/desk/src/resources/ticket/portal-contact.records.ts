import { sql } from 'kysely';
import type { Db } from '../../desk-app.ts';
import type { PortalScope } from './ticket.records.ts';

/** The contact of a client-portal user, found by email address; null when no active contact of the client has it. */
export async function findPortalContact(db: Db, { clientId, userId }: Pick<PortalScope, 'clientId' | 'userId'>): Promise<string | null> {
  const row = await db
    .selectFrom('user_replicas')
    .innerJoin('contact_replicas', (join) =>
      join
        .onRef('contact_replicas.tenant', '=', 'user_replicas.tenant')
        .on(sql<boolean>`lower(contact_replicas.email) = lower(user_replicas.email)`),
    )
    .select('contact_replicas.contact_name_id')
    .where('user_replicas.user_id', '=', userId)
    .where('contact_replicas.client_id', '=', clientId)
    .where('contact_replicas.is_inactive', '=', false)
    .orderBy('contact_replicas.contact_name_id')
    .limit(1)
    .executeTakeFirst();
  return row?.contact_name_id ?? null;
}
