import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../clients-app.ts';
import { facts as contactFacts } from '../contact/contact.actions.ts';
import { inactivateContactsOfClient } from '../contact/contact.records.ts';
import type { ClientRecord } from '../client/client.records.ts';

/** Takes the active contacts along with a client that has become inactive; its portal users follow by the event. */
export async function cascadeInactivation(tx: Tx, { client_id, version }: ClientRecord): Promise<void> {
  emit(tx, clientEvents.inactivated, { client_id }, version);
  for (const contact of await inactivateContactsOfClient(tx, client_id)) {
    emit(tx, contactEvents.updated, { ...contactFacts(contact), changed: ['is_inactive'], with_client: true }, contact.version);
  }
}
