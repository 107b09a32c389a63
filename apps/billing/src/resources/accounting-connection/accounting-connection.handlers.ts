import { accountingConnectionRoutes } from '@psa/contracts-billing';
import { handlers } from '../../billing-app.ts';
import { completeOAuth, disconnect, initiateOAuth, testConnection } from './accounting-connection.actions.ts';
import { findConnection } from './accounting-connection.records.ts';
import { statisticsOfDay } from './sync-statistics.records.ts';
import { toHealth, toStatus } from './accounting-connection.view.ts';

export const accountingConnectionHandlers = handlers(accountingConnectionRoutes, {
  initiateAccountingOAuth: async ({ db, ports, principal, body }) => ({ data: await initiateOAuth(db, ports, principal.userId, body) }),

  completeAccountingOAuth: async ({ db, ports, principal, body }) => {
    await completeOAuth(db, ports, principal.userId, body);
    return { data: toStatus(await findConnection(db)) };
  },

  testAccountingConnection: async ({ db, ports, body }) => ({ data: await testConnection(db, ports, body) }),

  getAccountingStatus: async ({ db }) => ({ data: toStatus(await findConnection(db)) }),

  getAccountingHealth: async ({ db }) => {
    const [connection, statistics] = await Promise.all([findConnection(db), statisticsOfDay(db)]);
    return { data: toHealth(connection, statistics, Date.now()) };
  },

  disconnectAccounting: ({ db, ports }) => disconnect(db, ports),
});
