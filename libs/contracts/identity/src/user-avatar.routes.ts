import { download, Id, one, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { identityGroup } from './group.ts';
import { AvatarSaved } from './user-preferences.schemas.ts';

/** Largest picture that is taken, with some room for the form around it. */
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;

const params = z.object({ id: Id.describe('User id') });

export const userAvatarRoutes = routes(identityGroup('Users'), {
  getUserAvatar: {
    method: 'get',
    path: '/api/v1/users/{id}/avatar',
    permission: 'session',
    summary: "Read a user's picture",
    params,
    reply: download('image/webp'),
    errors: ['NOT_FOUND'],
  },
  setUserAvatar: {
    method: 'post',
    path: '/api/v1/users/{id}/avatar',
    permission: 'session',
    mayUse: ['user:update'],
    summary: 'Upload a picture of a user',
    description:
      'A PNG, JPEG, WebP or GIF of 5 MB at most in the field `avatar`. It is drawn anew as WebP of at most 512 by 512 pixels; nothing else that was in the file is kept.',
    params,
    bodyKind: 'multipart',
    bodyLimit: MAX_AVATAR_BYTES + 64 * 1024,
    reply: payload(one(AvatarSaved).body),
    errors: ['NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
  },
  deleteUserAvatar: {
    method: 'delete',
    path: '/api/v1/users/{id}/avatar',
    permission: 'session',
    mayUse: ['user:update'],
    summary: "Delete a user's picture",
    params,
    reply: payload(one(AvatarSaved).body),
    errors: ['NOT_FOUND'],
  },
});
