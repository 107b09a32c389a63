import { notFound } from '@psa/contract-kit';
import { clientLocationRoutes } from '@psa/contracts-clients';
import { assertInClientScope, versioned } from '@psa/http-kit';
import { handlers } from '../../clients-app.ts';
import { locationWritableBy } from '../../portal.rules.ts';
import { findClient } from '../client/client.records.ts';
import { createLocation, deleteLocation, updateLocation } from './client-location.actions.ts';
import { findLocation, findLocations } from './client-location.records.ts';
import { locationPath, toLocation } from './client-location.view.ts';

const keyOf = ({ id, locationId }: { id: string; locationId: string }) => ({ client_id: id, location_id: locationId });

export const clientLocationHandlers = handlers(clientLocationRoutes, {
  listClientLocations: async ({ db, principal, params }) => {
    assertInClientScope(principal, params.id);
    const rows = await findLocations(db, params.id);
    if (rows.length === 0 && (await findClient(db, params.id)) === undefined) throw notFound('Client');
    return { data: rows.map(toLocation) };
  },

  createClientLocation: async ({ db, principal, params, body }) => {
    assertInClientScope(principal, params.id);
    const row = await createLocation(db, params.id, locationWritableBy(principal, body));
    return versioned({ data: toLocation(row) }, row.version, locationPath(row));
  },

  getClientLocation: async ({ db, principal, params }) => {
    assertInClientScope(principal, params.id);
    const row = await findLocation(db, keyOf(params));
    if (row === undefined) throw notFound('Location');
    return versioned({ data: toLocation(row) }, row.version);
  },

  updateClientLocation: async ({ db, principal, params, body, ifMatch }) => {
    assertInClientScope(principal, params.id);
    const row = await updateLocation(db, keyOf(params), locationWritableBy(principal, body), ifMatch);
    return versioned({ data: toLocation(row) }, row.version);
  },

  deleteClientLocation: ({ db, principal, params, ifMatch }) => {
    assertInClientScope(principal, params.id);
    return deleteLocation(db, keyOf(params), ifMatch);
  },
});
