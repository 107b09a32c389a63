import type { assetTicketRoutes, ticketAssetRoutes } from '@psa/contracts-assets';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeAsset, onAsset } from './asset.fixtures.ts';
import { aTicket } from './make.ts';

async function makeLink(world: World): Promise<{ asset_id: string; ticket_id: string }> {
  const { asset_id } = await makeAsset(world);
  const ticket_id = await aTicket(world.service, world.caller.tenant);
  await world.api.post(`/api/v1/assets/${asset_id}/tickets`, { ticket_id });
  return { asset_id, ticket_id };
}

export const ticketLinkFixtures: { readonly [K in keyof typeof assetTicketRoutes | keyof typeof ticketAssetRoutes]: Fixture } = {
  listTicketsOfAsset: async (world) => ({ params: { id: (await makeLink(world)).asset_id } }),
  linkTicket: async (world) => ({ ...(await onAsset(world)), body: { ticket_id: await aTicket(world.service, world.caller.tenant) } }),
  unlinkTicket: async (world) => {
    const { asset_id, ticket_id } = await makeLink(world);
    return { params: { id: asset_id, ticketId: ticket_id } };
  },
  listAssetsOfTicket: async (world) => ({ params: { id: (await makeLink(world)).ticket_id } }),
  linkAsset: async (world) => ({
    params: { id: await aTicket(world.service, world.caller.tenant) },
    body: { asset_id: (await makeAsset(world)).asset_id },
  }),
  unlinkAsset: async (world) => {
    const { asset_id, ticket_id } = await makeLink(world);
    return { params: { id: ticket_id, assetId: asset_id } };
  },
};
