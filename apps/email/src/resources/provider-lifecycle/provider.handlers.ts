import { notFound } from '@psa/contract-kit';
import { providerRoutes } from '@psa/contracts-email';
import { Answer, versioned } from '@psa/http-kit';
import { handlers } from '../../email-app.ts';
import { setUpWatch } from '../sync/watch.actions.ts';
import { providerHealth } from '../provider/provider-health.ts';
import {
  createProvider,
  deleteProvider,
  pauseProvider,
  resumeProvider,
  resyncProvider,
  testProvider,
  updateProvider,
} from './provider.actions.ts';
import { listProviders } from '../provider/provider.list.ts';
import { findProvider } from '../provider/provider.records.ts';
import { providerPath, toProvider } from '../provider/provider.view.ts';

export const providerHandlers = handlers(providerRoutes, {
  listEmailProviders: async ({ db, query }) => {
    const { rows, pagination } = await listProviders(db, query);
    return { data: rows.map(toProvider), pagination };
  },

  createEmailProvider: async ({ db, ports, body }) => {
    const row = await createProvider(db, ports, body);
    return versioned({ data: { provider: toProvider(row), setupWarnings: [] } }, row.version, providerPath(row.provider_id));
  },

  getEmailProvider: async ({ db, params }) => {
    const row = await findProvider(db, params.id);
    if (row === undefined) throw notFound('Provider');
    return versioned({ data: toProvider(row) }, row.version);
  },

  updateEmailProvider: async ({ db, ports, params, body, ifMatch }) => {
    const row = await updateProvider(db, ports, params.id, body, ifMatch);
    const setup =
      body.skipAutomation || !row.has_tokens || !row.is_active
        ? { warnings: [], error: undefined }
        : await setUpWatch(db, ports, row, { force: false });
    const saved = (await findProvider(db, params.id)) ?? row;
    return versioned(
      {
        data: {
          provider: toProvider(saved),
          ...(setup.error !== undefined && { setupError: setup.error }),
          setupWarnings: [...setup.warnings],
        },
      },
      saved.version,
    );
  },

  deleteEmailProvider: ({ db, ports, params, ifMatch }) => deleteProvider(db, ports, params.id, ifMatch),

  testEmailProvider: async ({ db, ports, params }) => ({ data: await testProvider(db, ports, params.id) }),

  pauseEmailProvider: async ({ db, params }) => ({ data: toProvider(await pauseProvider(db, params.id, 'manual')) }),

  resumeEmailProvider: async ({ db, ports, params }) => ({ data: toProvider(await resumeProvider(db, ports, params.id)) }),

  resyncEmailProvider: async ({ db, params, body }) => new Answer({ data: toProvider(await resyncProvider(db, params.id, body.days)) }, {}),

  getEmailProviderHealth: async ({ db, params }) => {
    const row = await findProvider(db, params.id);
    if (row === undefined) throw notFound('Provider');
    return { data: await providerHealth(db, row, Date.now()) };
  },
});
