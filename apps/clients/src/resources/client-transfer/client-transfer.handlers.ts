import { clientTransferRoutes } from '@psa/contracts-clients';
import { handlers } from '../../clients-app.ts';
import { importClients } from './client-import.actions.ts';

export const clientTransferHandlers = handlers(clientTransferRoutes, {
  importClients: async ({ db, body, file }) => ({ data: await importClients(db, file, body) }),
});
