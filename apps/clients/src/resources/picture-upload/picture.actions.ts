import { clientEvents } from '@psa/contracts-clients';
import { emit } from '@psa/events-kit';
import type { Accepted } from '@psa/http-kit';
import type { Picture } from '@psa/image-kit';
import type { Db } from '../../clients-app.ts';
import { facts as clientFacts, requireAccepted as requireClient, withManager } from '../client-lifecycle/client.actions.ts';
import { type ClientRow, lockClient, updateClientRow } from '../client/client.records.ts';
import { changeContact, requireAccepted as requireContact } from '../contact/contact.actions.ts';
import { type ContactRow, findContact, lockContact } from '../contact/contact.records.ts';
import { deletePicture, storePicture } from '../picture/picture.records.ts';

/** Gives a client a logo, or takes it away. @throws NOT_FOUND, PRECONDITION_FAILED */
export function setClientLogo(db: Db, clientId: string, picture: Picture | null, accepted?: Accepted): Promise<ClientRow> {
  return db.transaction(async (tx) => {
    const previous = requireClient(await lockClient(tx, clientId), accepted);
    const logo = picture?.checksum ?? null;
    if (logo === previous.logo) return withManager(tx, previous);
    await (picture === null ? deletePicture(tx, clientId) : storePicture(tx, clientId, picture));
    const row = await updateClientRow(tx, clientId, { logo });
    emit(tx, clientEvents.updated, { ...clientFacts(row), changed: ['logo'] }, row.version);
    return withManager(tx, row);
  });
}

/** Gives a contact a picture, or takes it away. @throws NOT_FOUND, PRECONDITION_FAILED */
export function setContactAvatar(db: Db, contactId: string, picture: Picture | null, accepted?: Accepted): Promise<ContactRow> {
  return db.transaction(async (tx) => {
    const previous = requireContact(await lockContact(tx, contactId), accepted);
    await (picture === null ? deletePicture(tx, contactId) : storePicture(tx, contactId, picture));
    await changeContact(tx, previous, { avatar: picture?.checksum ?? null });
    return (await findContact(tx, contactId)) as ContactRow;
  });
}
