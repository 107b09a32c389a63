import { notFound } from '@psa/contract-kit';
import { clientLogoRoutes, contactAvatarRoutes } from '@psa/contracts-clients';
import { Download, assertInClientScope, versioned } from '@psa/http-kit';
import { reencodeImage } from '@psa/image-kit';
import { type Db, handlers } from '../../clients-app.ts';
import { findClient } from '../client/client.records.ts';
import { toClient } from '../client/client.view.ts';
import { findContact } from '../contact/contact.records.ts';
import { toContact } from '../contact/contact.view.ts';
import { setClientLogo, setContactAvatar } from './picture.actions.ts';
import { findPicture } from '../picture/picture.records.ts';

export const clientLogoHandlers = handlers(clientLogoRoutes, {
  getClientLogo: async ({ db, principal, params }) => {
    assertInClientScope(principal, params.id);
    return download(db, params.id, (await findClient(db, params.id))?.logo);
  },

  putClientLogo: async ({ db, principal, params, file, ifMatch }) => {
    assertInClientScope(principal, params.id);
    const row = await setClientLogo(db, params.id, await reencodeImage('file', file), ifMatch);
    return versioned({ data: toClient(row) }, row.version);
  },

  deleteClientLogo: async ({ db, principal, params, ifMatch }) => {
    assertInClientScope(principal, params.id);
    await setClientLogo(db, params.id, null, ifMatch);
  },
});

export const contactAvatarHandlers = handlers(contactAvatarRoutes, {
  getContactAvatar: async ({ db, params }) => download(db, params.id, (await findContact(db, params.id))?.avatar),

  putContactAvatar: async ({ db, params, file, ifMatch }) => {
    const row = await setContactAvatar(db, params.id, await reencodeImage('file', file), ifMatch);
    return versioned({ data: toContact(row) }, row.version);
  },

  deleteContactAvatar: async ({ db, params, ifMatch }) => {
    await setContactAvatar(db, params.id, null, ifMatch);
  },
});

async function download(db: Db, ownerId: string, checksum: string | null | undefined): Promise<Download> {
  const picture = checksum ? await findPicture(db, ownerId) : undefined;
  if (!checksum || picture === undefined) throw notFound('Picture');
  return new Download(picture.media_type, picture.bytes, undefined, {
    etag: `"${checksum}"`,
    'cache-control': 'private, max-age=300',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  });
}
