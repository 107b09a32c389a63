import { portalUserQuestions } from '@psa/contracts-identity';
import { answeringFromTenant } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { countActiveUsersOf } from '../resources/user/user.records.ts';
import type { Tables } from '../tables.ts';

/** Asked before a contact is deleted. */
export const countUsersOfContact = answeringFromTenant<typeof portalUserQuestions.countUsersOfContact, Tables, Ports>(
  portalUserQuestions.countUsersOfContact,
  async ({ contact_name_id }, db) => ({ users: await countActiveUsersOf(db, contact_name_id) }),
);
