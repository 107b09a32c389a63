import { contactRpc } from '@psa/contracts-clients';
import { callRpc, type RpcIdentity, type Broker } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { ClientDirectory } from '../ports/client-directory.ts';

/** Asks the clients service over NATS. */
export function clientDirectory(broker: Broker): ClientDirectory {
  const by = ({ tenant, actor, correlationId }: RequestContext): RpcIdentity => ({ tenant, actor, correlationId });
  return {
    async findContact(context, contactId) {
      const { contact } = await callRpc(broker, contactRpc.getContactFacts, { contact_name_id: contactId }, by(context));
      if (contact === null) return null;
      const { contact_name_id, client_id, is_inactive, version } = contact;
      return { contact_id: contact_name_id, client_id, is_inactive, version };
    },
    async countManagedBy(context, userId) {
      return (await callRpc(broker, contactRpc.countManagedBy, { user_id: userId }, by(context))).clients;
    },
  };
}
