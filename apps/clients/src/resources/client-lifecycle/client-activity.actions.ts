import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { emit } from '@psa/events-kit';
import type { Accepted } from '@psa/http-kit';
import type { Db } from '../../clients-app.ts';
import { facts as contactFacts } from '../contact/contact.actions.ts';
import { reactivateContactsOfClient } from '../contact/contact.records.ts';
import { facts, requireAccepted, withManager } from './client.actions.ts';
import { type ClientRow, lockClient, touchClient, updateClientRow } from '../client/client.records.ts';

/**
 * Undoes the inactivation of a client: contacts and portal users that became inactive with it, and that nobody decided about
 * since, become active with it. A client that was made active alone before can still be given its people back.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export function reactivateClient(db: Db, clientId: string, accepted?: Accepted): Promise<ClientRow> {
  return db.transaction(async (tx) => {
    const previous = requireAccepted(await lockClient(tx, clientId), accepted);
    const row = previous.is_inactive
      ? await updateClientRow(tx, clientId, { is_inactive: false })
      : { ...previous, version: await touchClient(tx, clientId) };
    if (previous.is_inactive) emit(tx, clientEvents.updated, { ...facts(row), changed: ['is_inactive'] }, row.version);
    emit(tx, clientEvents.reactivated, { client_id: row.client_id, with_people: true }, row.version);
    for (const contact of await reactivateContactsOfClient(tx, clientId)) {
      emit(tx, contactEvents.updated, { ...contactFacts(contact), changed: ['is_inactive'], with_client: true }, contact.version);
    }
    return withManager(tx, row);
  });
}
