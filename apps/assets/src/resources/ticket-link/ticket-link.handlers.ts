import { notFound } from '@psa/contract-kit';
import { assetTicketRoutes, ticketAssetRoutes } from '@psa/contracts-assets';
import { handlers } from '../../assets-app.ts';
import { findAsset } from '../asset/asset.records.ts';
import { assertNotHidden, hiddenChannels, requireVisibleTicket } from './ticket-link.access.ts';
import { linkTicketAndAsset, unlinkTicketAndAsset } from './ticket-link.actions.ts';
import { listAssetsOfTicket, listTicketsOfAsset } from './ticket-link.list.ts';
import { toAssetTicket, toLink, toTicketAsset } from './ticket-link.view.ts';

const assetSide = handlers(assetTicketRoutes, {
  listTicketsOfAsset: async ({ db, ports, principal, params, query }) => {
    const hidden = await hiddenChannels(db, ports, principal);
    const [asset, { rows, pagination }] = await Promise.all([findAsset(db, params.id), listTicketsOfAsset(db, params.id, query, hidden)]);
    if (asset === undefined) throw notFound('Asset');
    return { data: rows.map(toAssetTicket), pagination };
  },

  linkTicket: async ({ db, ports, principal, params, body }) => {
    await requireVisibleTicket(db, ports, principal, body.ticket_id);
    return { data: toLink(await linkTicketAndAsset(db, { ...body, asset_id: params.id })) };
  },

  unlinkTicket: async ({ db, ports, principal, params }) => {
    await assertNotHidden(db, ports, principal, params.ticketId);
    await unlinkTicketAndAsset(db, params.id, params.ticketId);
  },
});

const ticketSide = handlers(ticketAssetRoutes, {
  listAssetsOfTicket: async ({ db, ports, principal, params, query }) => {
    await requireVisibleTicket(db, ports, principal, params.id);
    const { rows, pagination } = await listAssetsOfTicket(db, params.id, query);
    const now = Date.now();
    return { data: rows.map((row) => toTicketAsset(row, now)), pagination };
  },

  linkAsset: async ({ db, ports, principal, params, body }) => {
    await requireVisibleTicket(db, ports, principal, params.id);
    return { data: toLink(await linkTicketAndAsset(db, { ...body, ticket_id: params.id })) };
  },

  unlinkAsset: async ({ db, ports, principal, params }) => {
    await assertNotHidden(db, ports, principal, params.id);
    await unlinkTicketAndAsset(db, params.assetId, params.id);
  },
});

export const ticketLinkHandlers = [...assetSide, ...ticketSide];
