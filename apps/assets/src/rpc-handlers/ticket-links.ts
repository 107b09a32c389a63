import { assetRpc } from '@psa/contracts-assets';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { linkTicketToBe, unlinkUnopened } from '../resources/ticket-link/ticket-link.actions.ts';
import type { Tables } from '../tables.ts';

/** Asked by the desk before it opens a ticket for an asset. */
export const linkNewTicket = tenantRpcHandler<typeof assetRpc.linkNewTicket, Tables, Ports>(
  assetRpc.linkNewTicket,
  async (request, db) => ({
    outcome: await db.transaction((tx) => linkTicketToBe(tx, request)),
  }),
);

/** Asked by the desk when it could not open the ticket. */
export const unlinkUnopenedTicket = tenantRpcHandler<typeof assetRpc.unlinkUnopenedTicket, Tables, Ports>(
  assetRpc.unlinkUnopenedTicket,
  async ({ asset_id, ticket_id }, db) => {
    await db.transaction((tx) => unlinkUnopened(tx, asset_id, ticket_id));
    return {};
  },
);
