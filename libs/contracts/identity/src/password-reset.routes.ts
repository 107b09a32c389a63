import { Id, payload, raw, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { flatIdentityGroup, identityGroup } from './group.ts';
import { ChoosePassword, LinkQuery, Message, RequestPasswordReset } from './password-reset.schemas.ts';

const PAGE = ['text/html'] as const;
const bodyLimit = 16 * 1024;
const FORM = 'Programs send and get JSON; what a form sends is answered with a page.';

/** How people choose a password who have none, or have forgotten it: pages that need no scripts, and the same for programs. */
export const passwordResetRoutes = routes(flatIdentityGroup('Authentication'), {
  showForgotPassword: {
    method: 'get',
    path: '/api/auth/forgot-password',
    permission: 'public',
    summary: 'Show the page on which a new password is asked for',
    reply: raw(z.unknown(), { media: PAGE }),
  },
  requestPasswordReset: {
    method: 'post',
    path: '/api/auth/forgot-password',
    permission: 'public',
    summary: 'Ask for a link to choose a new password by',
    description: `Answered alike and in the same time whether or not the address is anybody's; three times in 15 minutes for an address. ${FORM}`,
    body: RequestPasswordReset,
    bodyKind: 'form',
    bodyLimit,
    reply: raw(Message, { status: 202, media: PAGE }),
  },
  showResetPassword: {
    method: 'get',
    path: '/api/auth/reset-password',
    permission: 'public',
    summary: 'Show the page a link for a new password leads to',
    query: LinkQuery,
    reply: raw(z.unknown(), { media: PAGE, refusals: [{ status: 400 }] }),
  },
  resetPassword: {
    method: 'post',
    path: '/api/auth/reset-password',
    permission: 'public',
    summary: 'Choose a new password by a link',
    description: `A link is good for one hour and one password. All sessions of the user end. ${FORM}`,
    body: ChoosePassword,
    bodyKind: 'form',
    bodyLimit,
    reply: raw(Message, { media: PAGE }),
    errors: ['BAD_REQUEST'],
  },
  showAcceptInvitation: {
    method: 'get',
    path: '/api/auth/accept-invitation',
    permission: 'public',
    summary: 'Show the page an invitation leads to',
    query: LinkQuery,
    reply: raw(z.unknown(), { media: PAGE, refusals: [{ status: 400 }] }),
  },
  acceptInvitation: {
    method: 'post',
    path: '/api/auth/accept-invitation',
    permission: 'public',
    summary: 'Choose the first password by an invitation',
    description: `An invitation is good for seven days and one password. ${FORM}`,
    body: ChoosePassword,
    bodyKind: 'form',
    bodyLimit,
    reply: raw(Message, { media: PAGE }),
    errors: ['BAD_REQUEST'],
  },
});

export const invitationRoutes = routes(identityGroup('Users'), {
  inviteUser: {
    method: 'post',
    path: '/api/v1/users/{id}/invitation',
    permission: 'user:invite',
    summary: 'Send a user a link to choose their first password by',
    description: 'Earlier links of theirs go on until they end or one of them is used.',
    params: z.object({ id: Id.describe('User id') }),
    reply: payload(z.object({ data: Message }), 202),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
