import { portalUserRpc } from '@psa/contracts-identity';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { countActiveUsersOf } from '../resources/directory/user/user.records.ts';
import type { Tables } from '../tables.ts';

/** Asked before a contact is deleted. */
export const countUsersOfContact = tenantRpcHandler<typeof portalUserRpc.countUsersOfContact, Tables, Ports>(
  portalUserRpc.countUsersOfContact,
  async ({ contact_name_id }, db) => ({ users: await countActiveUsersOf(db, contact_name_id) }),
);
