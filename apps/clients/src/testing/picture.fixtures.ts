import type { clientLogoRoutes, contactAvatarRoutes } from '@psa/contracts-clients';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { makeClient, makeContact } from './make.ts';

/** A PNG of one pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** The form of an upload. */
export function pictureForm(bytes: Uint8Array<ArrayBuffer> = Uint8Array.from(PNG), field = 'file', type = 'image/png'): FormData {
  const form = new FormData();
  form.append(field, new Blob([bytes], { type }), 'picture.png');
  return form;
}

const onLogo: Fixture = async ({ api }) => withPicture(api, `/api/v1/clients/${(await makeClient(api)).client_id}/logo`);

const onAvatar: Fixture = async ({ api }) => {
  const { client_id } = await makeClient(api);
  return withPicture(api, `/api/v1/contacts/${(await makeContact(api, { client_id })).contact_name_id}/avatar`);
};

async function withPicture(api: TestApi, path: string) {
  await api.send('PUT', path, { body: pictureForm() });
  return { params: { id: path.split('/').at(-2) ?? '' } };
}

export const pictureFixtures: { readonly [K in keyof typeof clientLogoRoutes | keyof typeof contactAvatarRoutes]: Fixture } = {
  getClientLogo: onLogo,
  putClientLogo: async ({ api }) => ({ params: { id: (await makeClient(api)).client_id }, body: pictureForm() }),
  deleteClientLogo: onLogo,
  getContactAvatar: onAvatar,
  putContactAvatar: async ({ api }) => ({ params: { id: (await makeContact(api)).contact_name_id }, body: pictureForm() }),
  deleteContactAvatar: onAvatar,
};
