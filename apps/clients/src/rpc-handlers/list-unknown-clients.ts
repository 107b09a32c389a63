import { clientRpc } from '@psa/contracts-clients';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../clients-app.ts';
import { existingClients } from '../resources/client/client.records.ts';
import type { Tables } from '../tables.ts';

/** Asked by services that are given many clients at once and keep no copies of clients. */
export const listUnknownClients = tenantRpcHandler<typeof clientRpc.listUnknownClients, Tables, Ports>(
  clientRpc.listUnknownClients,
  async ({ client_ids }, db) => {
    const known = await existingClients(db, client_ids);
    return { client_ids: client_ids.filter((id) => !known.has(id.toLowerCase())) };
  },
);
