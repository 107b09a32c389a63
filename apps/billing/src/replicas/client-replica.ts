import { invalidField } from '@psa/contract-kit';
import type { Db, Ports } from '../billing-app.ts';

interface ClientCopy {
  readonly client_id: string;
  readonly client_name: string;
  readonly is_inactive: boolean;
}

/**
 * Checks that something may be billed to a client. Call it outside of a transaction: the clients service may have to be asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireClient(db: Db, ports: Ports, clientId: string, field = 'client_id'): Promise<ClientCopy> {
  let found = await findCopy(db, clientId);
  if (found === undefined) {
    const facts = await ports.clients.find(db.context, clientId);
    if (facts !== null) {
      await keepClient(db, facts, facts.version);
      found = await findCopy(db, clientId);
    }
  }
  if (found === undefined || found.is_deleted) throw invalidField(field, 'is not a client of this tenant', 'unknown_reference');
  if (found.is_inactive) throw invalidField(field, 'is an inactive client', 'inactive_reference');
  return found;
}

function findCopy(db: Db, clientId: string) {
  return db
    .selectFrom('client_replicas')
    .select(['client_id', 'client_name', 'is_inactive', 'is_deleted'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
}

/** Takes over a fact about a client unless a newer one is known. */
export async function keepClient(db: Db, { client_id, client_name, is_inactive }: ClientCopy, version: number): Promise<void> {
  const known = { client_name, is_inactive, is_deleted: false, version };
  await db
    .insertInto('client_replicas')
    .values({ client_id, ...known })
    .onConflict((row) => row.columns(['tenant', 'client_id']).doUpdateSet(known).where('client_replicas.version', '<', version))
    .execute();
}

/** Remembers that a client is gone, so that an older event does not bring it back; its name stays for what still shows it. */
export async function forgetClient(db: Db, clientId: string, version: number): Promise<void> {
  await db
    .insertInto('client_replicas')
    .values({ client_id: clientId, client_name: '', is_inactive: true, is_deleted: true, version })
    .onConflict((row) =>
      row.columns(['tenant', 'client_id']).doUpdateSet({ is_deleted: true, version }).where('client_replicas.version', '<', version),
    )
    .execute();
}
