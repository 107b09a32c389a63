import { clientRpc } from '@psa/contracts-clients';
import { tenantRpcHandler } from '@psa/events-kit';
import { findClient } from '../resources/client/client.records.ts';
import { findLocations } from '../resources/client-location/client-location.records.ts';
import { locationFacts } from '../resources/client-location/client-location.view.ts';
import type { Ports } from '../clients-app.ts';
import type { Tables } from '../tables.ts';

/** The client is read before its locations: facts may be newer than the version they are given under, never older. */
export const getClientFacts = tenantRpcHandler<typeof clientRpc.getClientFacts, Tables, Ports>(
  clientRpc.getClientFacts,
  async ({ client_id }, db) => {
    const client = await findClient(db, client_id);
    if (client === undefined) return { client: null };
    const { client_name, is_inactive, region_code, is_tax_exempt, payment_terms, billing_cycle, auto_invoice, version } = client;
    const locations = await findLocations(db, client_id);
    return {
      client: {
        client_id: client.client_id,
        client_name,
        is_inactive,
        region_code,
        is_tax_exempt,
        payment_terms,
        billing_cycle,
        auto_invoice,
        email: client.email,
        phone_no: client.phone_no,
        version,
        locations: locations.map(locationFacts),
      },
    };
  },
);
