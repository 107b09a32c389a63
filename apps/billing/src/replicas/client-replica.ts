import { invalidField } from '@psa/contract-kit';
import { Replica } from '@psa/postgres-kit';
import type { Db, Ports } from '../billing-app.ts';
import type { ClientCopy } from './replica.tables.ts';

export const clientReplica = new Replica<ClientCopy, 'client_id'>({
  table: 'client_replicas',
  key: 'client_id',
  unknown: { client_name: '', is_inactive: true },
  called: 'a client of this tenant',
});

/**
 * Checks that something may be billed to a client. Call it outside of a transaction: the clients service may have to be asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireClient(db: Db, ports: Ports, clientId: string, field = 'client_id'): Promise<ClientCopy> {
  const client = await clientReplica.require(db, clientId, field, () => ports.clients.find(db.context, clientId));
  if (client.is_inactive) throw invalidField(field, 'is an inactive client', 'inactive_reference');
  return client;
}
