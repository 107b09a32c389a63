import { created, Id, nothing, page, type RouteGroup, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { assetGroup } from './group.ts';
import {
  AssetTicket,
  AssetTicketLink,
  AssetTicketQuery,
  LinkAsset,
  LinkTicket,
  TicketAsset,
  TicketAssetQuery,
} from './ticket-link.schemas.ts';

const assetId = z.object({ id: Id.describe('Asset id') });
const ticketId = z.object({ id: Id.describe('Ticket id') });

export const assetTicketRoutes = routes(assetGroup('Tickets of assets'), {
  listTicketsOfAsset: {
    method: 'get',
    path: '/api/v1/assets/{id}/tickets',
    permission: ['asset:read', 'ticket:read'],
    mayUse: ['ticket_settings:update'],
    summary: 'List the tickets of an asset',
    params: assetId,
    query: AssetTicketQuery,
    reply: page(AssetTicket),
    errors: ['NOT_FOUND'],
  },
  linkTicket: {
    method: 'post',
    path: '/api/v1/assets/{id}/tickets',
    permission: ['asset:update', 'ticket:read'],
    mayUse: ['ticket_settings:update'],
    summary: 'Link a ticket to an asset',
    params: assetId,
    body: LinkTicket,
    reply: created(AssetTicketLink),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  unlinkTicket: {
    method: 'delete',
    path: '/api/v1/assets/{id}/tickets/{ticketId}',
    permission: ['asset:update', 'ticket:read'],
    mayUse: ['ticket_settings:update'],
    summary: 'Unlink a ticket from an asset',
    params: assetId.extend({ ticketId: Id.describe('Ticket id') }),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});

const ticketGroup: RouteGroup = { service: 'assets', form: 'data', tag: 'Assets of tickets' };

/** The same links from the other side; the assets service serves them, because it keeps them. */
export const ticketAssetRoutes = routes(ticketGroup, {
  listAssetsOfTicket: {
    method: 'get',
    path: '/api/v1/tickets/{id}/assets',
    permission: ['ticket:read', 'asset:read'],
    mayUse: ['ticket_settings:update'],
    summary: 'List the assets of a ticket',
    params: ticketId,
    query: TicketAssetQuery,
    reply: page(TicketAsset),
    errors: ['NOT_FOUND'],
  },
  linkAsset: {
    method: 'post',
    path: '/api/v1/tickets/{id}/assets',
    permission: ['ticket:update', 'asset:read'],
    mayUse: ['ticket_settings:update'],
    summary: 'Link an asset to a ticket',
    params: ticketId,
    body: LinkAsset,
    reply: created(AssetTicketLink),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  unlinkAsset: {
    method: 'delete',
    path: '/api/v1/tickets/{id}/assets/{assetId}',
    permission: ['ticket:update', 'asset:read'],
    mayUse: ['ticket_settings:update'],
    summary: 'Unlink an asset from a ticket',
    params: ticketId.extend({ assetId: Id.describe('Asset id') }),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});
