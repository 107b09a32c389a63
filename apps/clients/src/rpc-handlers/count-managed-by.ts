import { contactRpc } from '@psa/contracts-clients';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../clients-app.ts';
import type { Tables } from '../tables.ts';

/** Asked before a user is deleted. */
export const countManagedBy = tenantRpcHandler<typeof contactRpc.countManagedBy, Tables, Ports>(
  contactRpc.countManagedBy,
  async ({ user_id }, db) =>
    db
      .selectFrom('clients')
      .select((eb) => eb.fn.countAll<number>().as('clients'))
      .where('account_manager_id', '=', user_id)
      .executeTakeFirstOrThrow(),
);
