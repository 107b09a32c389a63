import { directoryRpc } from '@psa/contracts-identity';
import { type Broker, callRpc } from '@psa/events-kit';
import type { Staff } from '../ports/staff.ts';

/** Asks the identity service who may change mailboxes. */
export function staffDirectory(broker: Broker): Staff {
  return {
    async administrators(context) {
      const { users } = await callRpc(broker, directoryRpc.listUsersHolding, { permission: 'email_provider:update' }, context);
      return users.map(({ email }) => email);
    },
  };
}
