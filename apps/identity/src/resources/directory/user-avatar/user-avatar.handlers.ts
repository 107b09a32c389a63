import { invalidField, notFound } from '@psa/contract-kit';
import { MAX_AVATAR_BYTES, userAvatarRoutes } from '@psa/contracts-identity';
import { Download, type Principal } from '@psa/http-kit';
import { reencodeImage } from '@psa/image-kit';
import { type Db, handlers, type Tx } from '../../../identity-app.ts';
import { changedUser } from '../user/changed-access.ts';
import { demandSelfOr, requireUser, userScopeOf } from '../user/user-scope.access.ts';
import { findUser, lockUser } from '../user/user.records.ts';
import { avatarUrl } from '../user/user.view.ts';
import { deleteAvatar, findAvatar, putAvatar } from './user-avatar.records.ts';

/** It was drawn here, but came from somebody: no browser may take it for anything but a picture. */
const HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'content-disposition': 'inline; filename="avatar.webp"',
  'cross-origin-resource-policy': 'same-site',
  'cache-control': 'private, max-age=300',
};

export const userAvatarHandlers = handlers(userAvatarRoutes, {
  getUserAvatar: async ({ db, params, principal }) => {
    requireUser(await findUser(db, params.id, userScopeOf(principal)));
    const avatar = await findAvatar(db, params.id);
    if (avatar === undefined) throw notFound('Avatar');
    return new Download('image/webp', avatar.bytes, undefined, { ...HEADERS, etag: `"${avatar.sha256}"` });
  },

  setUserAvatar: async ({ db, params, principal, file }) => {
    demandSelfOr(principal, params.id, 'user:update');
    requireUser(await findUser(db, params.id, userScopeOf(principal)));
    if (file.bytes.length > MAX_AVATAR_BYTES) throw invalidField('avatar', 'has 5 MB at most', 'too_big');
    const avatar = await reencodeImage('avatar', file);
    await change(db, principal, params.id, async (tx) => {
      await putAvatar(tx, params.id, avatar);
      return true;
    });
    return {
      data: { success: true as const, message: 'The picture was saved', avatarUrl: avatarUrl(params.id, avatar.checksum.slice(0, 16)) },
    };
  },

  deleteUserAvatar: async ({ db, params, principal }) => {
    demandSelfOr(principal, params.id, 'user:update');
    await change(db, principal, params.id, (tx) => deleteAvatar(tx, params.id));
    return { data: { success: true as const, message: 'The picture was deleted', avatarUrl: null } };
  },
});

/** The picture belongs to the user: its change raises their version. @throws NOT_FOUND */
function change(db: Db, principal: Principal, userId: string, work: (tx: Tx) => Promise<boolean>): Promise<void> {
  return db.transaction(async (tx) => {
    const user = requireUser(await lockUser(tx, userId, userScopeOf(principal)));
    if (await work(tx)) await changedUser(tx, user);
  });
}
