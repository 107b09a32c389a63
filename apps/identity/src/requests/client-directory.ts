import { contactQuestions } from '@psa/contracts-clients';
import { ask, type AskedBy, type Broker } from '@psa/events-kit';
import type { Cause } from '@psa/postgres-kit';
import type { ClientDirectory } from '../ports/client-directory.ts';

/** Asks the clients service over NATS. */
export function clientDirectory(broker: Broker): ClientDirectory {
  const by = ({ tenant, actor, correlationId }: Cause): AskedBy => ({ tenant, actor, correlationId });
  return {
    async findContact(cause, contactId) {
      const { contact } = await ask(broker, contactQuestions.getContactFacts, { contact_name_id: contactId }, by(cause));
      if (contact === null) return null;
      const { contact_name_id, client_id, is_inactive, version } = contact;
      return { contact_id: contact_name_id, client_id, is_inactive, version };
    },
    async countManagedBy(cause, userId) {
      return (await ask(broker, contactQuestions.countManagedBy, { user_id: userId }, by(cause))).clients;
    },
  };
}
