import { assetRpc } from '@psa/contracts-assets';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import type { Tables } from '../tables.ts';

/** Asked before a client is deleted. */
export const countOfClient = tenantRpcHandler<typeof assetRpc.countOfClient, Tables, Ports>(
  assetRpc.countOfClient,
  async ({ client_id }, db) =>
    db
      .selectFrom('assets')
      .select((eb) => eb.fn.countAll<number>().as('assets'))
      .where('client_id', '=', client_id)
      .executeTakeFirstOrThrow(),
);
