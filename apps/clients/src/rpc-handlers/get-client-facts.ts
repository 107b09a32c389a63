import { clientRpc } from '@psa/contracts-clients';
import { tenantRpcHandler } from '@psa/events-kit';
import { findClient } from '../resources/client/client.records.ts';
import { findLocations } from '../resources/client-location/client-location.records.ts';
import type { Ports } from '../clients-app.ts';
import type { Tables } from '../tables.ts';

/** The client is read before its locations: facts may be newer than the version they are given under, never older. */
export const getClientFacts = tenantRpcHandler<typeof clientRpc.getClientFacts, Tables, Ports>(
  clientRpc.getClientFacts,
  async ({ client_id }, db) => {
    const client = await findClient(db, client_id);
    if (client === undefined) return { client: null };
    const { client_name, is_inactive, region_code, is_tax_exempt, payment_terms, version } = client;
    const locations = await findLocations(db, client_id);
    return {
      client: {
        client_id: client.client_id,
        client_name,
        is_inactive,
        region_code,
        is_tax_exempt,
        payment_terms,
        version,
        locations: locations.map(({ location_id, location_name, is_active }) => ({ location_id, location_name, is_active })),
      },
    };
  },
);
