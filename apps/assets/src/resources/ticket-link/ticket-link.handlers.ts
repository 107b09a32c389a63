import { notFound } from '@psa/contract-kit';
import { assetTicketRoutes, ticketAssetRoutes } from '@psa/contracts-assets';
import { handlers } from '../../assets-app.ts';
import { requireTicket } from '../../replicas/ticket-replica.ts';
import { findAsset } from '../asset/asset.records.ts';
import { linkTicketAndAsset, unlinkTicketAndAsset } from './ticket-link.actions.ts';
import { listAssetsOfTicket, listTicketsOfAsset } from './ticket-link.list.ts';
import { toAssetTicket, toLink, toTicketAsset } from './ticket-link.view.ts';

const assetSide = handlers(assetTicketRoutes, {
  listTicketsOfAsset: async ({ db, params, query }) => {
    const [asset, { rows, pagination }] = await Promise.all([findAsset(db, params.id), listTicketsOfAsset(db, params.id, query)]);
    if (asset === undefined) throw notFound('Asset');
    return { data: rows.map(toAssetTicket), pagination };
  },

  linkTicket: async ({ db, ports, params, body }) => ({
    data: toLink(await linkTicketAndAsset(db, ports, { ...body, asset_id: params.id })),
  }),

  unlinkTicket: ({ db, params }) => unlinkTicketAndAsset(db, params.id, params.ticketId),
});

const ticketSide = handlers(ticketAssetRoutes, {
  listAssetsOfTicket: async ({ db, ports, params, query }) => {
    await requireTicket(db, ports.tickets, params.id);
    const { rows, pagination } = await listAssetsOfTicket(db, params.id, query);
    const now = Date.now();
    return { data: rows.map((row) => toTicketAsset(row, now)), pagination };
  },

  linkAsset: async ({ db, ports, params, body }) => ({
    data: toLink(await linkTicketAndAsset(db, ports, { ...body, ticket_id: params.id })),
  }),

  unlinkAsset: ({ db, params }) => unlinkTicketAndAsset(db, params.assetId, params.id),
});

export const ticketLinkHandlers = [...assetSide, ...ticketSide];
