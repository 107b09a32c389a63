import { invalidField, notFound } from '@psa/contract-kit';
import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { emit } from '@psa/events-kit';
import type { Accepted } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../clients-app.ts';
import { facts as clientFacts } from '../client-lifecycle/client.actions.ts';
import { billOtherContact } from '../client/client.records.ts';
import { assertGetsNoInvoicesOfOthers, changeContact, requireAccepted } from '../contact/contact.actions.ts';
import { type ContactRow, deleteContactRow, findContact, lockContacts } from '../contact/contact.records.ts';
import { mergedColumns } from './contact-merge.rules.ts';

/**
 * Merges contacts into one. The others cease to be; what refers to them in other services follows by the event.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR for a contact merged into itself or named twice, CONFLICT when they do not fit together
 */
export function mergeContacts(db: Db, contactId: string, sourceIds: readonly string[], accepted?: Accepted): Promise<ContactRow> {
  const repeated = sourceIds.findIndex((id, index) => id === contactId || sourceIds.indexOf(id) !== index);
  if (repeated !== -1) throw invalidField(['contact_ids', repeated], 'is the contact itself, or is there twice', 'duplicate');
  return db.transaction(async (tx) => {
    const locked = new Map((await lockContacts(tx, [contactId, ...sourceIds])).map((row) => [row.contact_name_id, row]));
    const target = requireAccepted(locked.get(contactId), accepted);
    const sources = sourceIds.map((id) => {
      const source = locked.get(id);
      if (source === undefined) throw notFound(`Contact ${id}`);
      return source;
    });
    const columns = mergedColumns(target, sources, uuidv7);
    for (const { contact_name_id, version } of sources) {
      for (const client of await billOtherContact(tx, contact_name_id, contactId)) {
        emit(tx, clientEvents.updated, { ...clientFacts(client), changed: ['billing_contact_id'] }, client.version);
      }
      // Its addresses are free only when it is gone.
      await deleteContactRow(tx, contact_name_id);
      emit(tx, contactEvents.merged, { contact_name_id, merged_into: contactId }, version + 1);
    }
    await assertGetsNoInvoicesOfOthers(tx, await changeContact(tx, target, columns));
    return (await findContact(tx, contactId)) as ContactRow;
  });
}
