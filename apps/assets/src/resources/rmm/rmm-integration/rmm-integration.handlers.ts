import { rmmIntegrationRoutes } from '@psa/contracts-assets';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../../assets-app.ts';
import { findClientsByName } from '../../../replicas/client-lookup.ts';
import { offeredProvider, requireConnector, toAnswer } from './open-connector.ts';
import { deleteIntegration, NOT_CONNECTED, saveIntegration } from './rmm-integration.actions.ts';
import { findIntegration, listIntegrations } from './rmm-integration.records.ts';
import { toIntegration } from './rmm-integration.view.ts';
import { beginSync, continueSync } from './rmm-sync.actions.ts';

const MAX_SCOPES = 1000;

export const rmmIntegrationHandlers = handlers(rmmIntegrationRoutes, {
  listRmmIntegrations: async ({ db, ports }) => {
    const rows = await listIntegrations(db);
    return {
      data: ports.rmm.offered.map((description) =>
        toIntegration(
          description,
          rows.find(({ provider }) => provider === description.id),
        ),
      ),
    };
  },

  getRmmIntegration: async ({ db, ports, params: { provider } }) => {
    const description = offeredProvider(ports, provider);
    const row = await findIntegration(db, provider);
    return versioned({ data: toIntegration(description, row) }, row?.version ?? NOT_CONNECTED);
  },

  saveRmmIntegration: async ({ db, ports, params: { provider }, body, ifMatch }) => {
    const row = await saveIntegration(db, ports, provider, body, ifMatch);
    return versioned({ data: toIntegration(offeredProvider(ports, provider), row) }, row.version);
  },

  deleteRmmIntegration: ({ db, ports, params, ifMatch }) => deleteIntegration(db, ports, params.provider, ifMatch),

  listRmmScopes: async ({ db, ports, params: { provider } }) => {
    const { connector, integration } = await requireConnector(db, ports, provider);
    const { items } = await connector.listScopes(null).catch((error: unknown) => {
      throw toAnswer(error);
    });
    const scopes = items.slice(0, MAX_SCOPES);
    const byName = await findClientsByName(
      db,
      scopes.map(({ name }) => name),
    );
    return {
      data: scopes.map(({ externalScopeId, name }) => ({
        external_scope_id: externalScopeId,
        name,
        client_id: integration.settings.clients[externalScopeId] ?? byName.get(name.toLowerCase()) ?? null,
      })),
    };
  },

  startRmmSync: ({ db, ports, params: { provider }, body: { syncType } }) => {
    const description = offeredProvider(ports, provider);
    return db.transaction(async (tx) => {
      const started = await beginSync(tx, provider, syncType);
      tx.afterCommit(() => continueSync(ports, tx.context, started, syncType));
      return { data: toIntegration(description, started.integration) };
    });
  },
});
