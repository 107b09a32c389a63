import { download, Id, nothing, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { Client } from './client.schemas.ts';
import { Contact } from './contact.schemas.ts';
import { clientGroup } from './group.ts';

/** Largest request with a picture. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;

const upload = { bodyKind: 'multipart', bodyLimit: MAX_PICTURE_BYTES } as const;
const description =
  'Send a PNG, JPEG, WebP or GIF in the form field `file`; the whole request has 5 MiB at most. What is kept is the picture alone, at most 512 pixels wide and high, as WebP.';
const client = z.object({ id: Id.describe('Client id') });
const contact = z.object({ id: Id.describe('Contact id') });

export const clientLogoRoutes = routes(clientGroup('Clients'), {
  getClientLogo: {
    method: 'get',
    path: '/api/v1/clients/{id}/logo',
    permission: 'client:read',
    summary: "Get a client's logo",
    params: client,
    reply: download('image/webp'),
    errors: ['NOT_FOUND'],
  },
  putClientLogo: {
    method: 'put',
    path: '/api/v1/clients/{id}/logo',
    permission: 'client:update',
    summary: 'Give a client a logo',
    description,
    params: client,
    ...upload,
    reply: one(Client),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteClientLogo: {
    method: 'delete',
    path: '/api/v1/clients/{id}/logo',
    permission: 'client:update',
    summary: 'Take away the logo of a client',
    params: client,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
});

export const contactAvatarRoutes = routes(clientGroup('Contacts'), {
  getContactAvatar: {
    method: 'get',
    path: '/api/v1/contacts/{id}/avatar',
    permission: 'contact:read',
    summary: "Get a contact's picture",
    params: contact,
    reply: download('image/webp'),
    errors: ['NOT_FOUND'],
  },
  putContactAvatar: {
    method: 'put',
    path: '/api/v1/contacts/{id}/avatar',
    permission: 'contact:update',
    summary: 'Give a contact a picture',
    description,
    params: contact,
    ...upload,
    reply: one(Contact),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteContactAvatar: {
    method: 'delete',
    path: '/api/v1/contacts/{id}/avatar',
    permission: 'contact:update',
    summary: 'Take away the picture of a contact',
    params: contact,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
});
