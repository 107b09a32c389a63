import { notFound } from '@psa/contract-kit';
import { clientRoutes } from '@psa/contracts-clients';
import { assertInClientScope, assertPortalFilters, clientScopeOf, versioned } from '@psa/http-kit';
import { handlers } from '../../clients-app.ts';
import { requireUser } from '../../replicas/user-replica.ts';
import { writableBy } from '../../portal.rules.ts';
import { reactivateClient } from './client-activity.actions.ts';
import { clientStats } from '../client/client-stats.records.ts';
import { createClient, deleteClient, updateClient } from './client.actions.ts';
import { listClients } from '../client/client.list.ts';
import { findClient } from '../client/client.records.ts';
import { toClient } from '../client/client.view.ts';

export const clientHandlers = handlers(clientRoutes, {
  listClients: async ({ db, principal, query }) => {
    assertPortalFilters(principal, query, ['tags', 'has_credit_limit', 'industry', 'company_size']);
    const { rows, pagination } = await listClients(db, query, clientScopeOf(principal));
    return { data: rows.map(toClient), pagination };
  },

  createClient: async ({ db, body, ports }) => {
    await requireUser(db, ports, body.account_manager_id, 'account_manager_id');
    const row = await createClient(db, body);
    return versioned({ data: toClient(row) }, row.version, `/api/v1/clients/${row.client_id}`);
  },

  getClientStats: async ({ db, principal }) => ({ data: await clientStats(db, clientScopeOf(principal)) }),

  getClient: async ({ db, principal, params }) => {
    assertInClientScope(principal, params.id);
    const row = await findClient(db, params.id);
    if (row === undefined) throw notFound('Client');
    return versioned({ data: toClient(row) }, row.version);
  },

  updateClient: async ({ db, principal, params, body, ports, ifMatch }) => {
    assertInClientScope(principal, params.id);
    const input = writableBy(principal, body);
    // A client keeps its manager who is gone: only another one is checked.
    if (input.account_manager_id && (await findClient(db, params.id))?.account_manager_id !== input.account_manager_id)
      await requireUser(db, ports, input.account_manager_id, 'account_manager_id');
    const row = await updateClient(db, params.id, input, ifMatch);
    return versioned({ data: toClient(row) }, row.version);
  },

  reactivateClient: async ({ db, params, ifMatch }) => {
    const row = await reactivateClient(db, params.id, ifMatch);
    return versioned({ data: toClient(row) }, row.version);
  },

  deleteClient: ({ db, ports, params, ifMatch }) => deleteClient(db, ports, params.id, ifMatch),
});
