import { assetRpc } from '@psa/contracts-assets';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import type { Tables } from '../tables.ts';

/** Asked before a ticket is deleted. */
export const countAssetsOfTicket = tenantRpcHandler<typeof assetRpc.countAssetsOfTicket, Tables, Ports>(
  assetRpc.countAssetsOfTicket,
  ({ ticket_id }, db) =>
    db
      .selectFrom('asset_associations')
      .select((eb) => eb.fn.countAll<number>().as('assets'))
      .where('entity_type', '=', 'ticket')
      .where('entity_id', '=', ticket_id)
      .executeTakeFirstOrThrow(),
);
