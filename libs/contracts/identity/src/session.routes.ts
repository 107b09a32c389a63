import { Id, page, payload, raw, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { flatIdentityGroup } from './group.ts';
import { SessionListQuery } from './session-list.schemas.ts';
import { InvalidToken, SessionOfUser, SessionRecord, SessionReply, ValidatedToken } from './session.schemas.ts';
import { SignInBody } from './sign-in.schemas.ts';

export const sessionRoutes = routes(flatIdentityGroup('Authentication'), {
  getSession: {
    method: 'get',
    path: '/api/auth/session',
    permission: 'public',
    summary: 'Who is signed in',
    description: 'The empty object when nobody is. Renews the cookie; a broken or ended one is cleared.',
    reply: raw(SessionReply),
  },
  renewSession: {
    method: 'post',
    path: '/api/auth/session',
    permission: 'public',
    summary: 'Who is signed in, read anew',
    description: 'Answers 400 with null when the CSRF token is missing or wrong.',
    body: SignInBody,
    bodyKind: 'form',
    bodyLimit: 64 * 1024,
    reply: raw(SessionReply, { refusals: [{ status: 400, body: z.null() }] }),
  },
  validateToken: {
    method: 'post',
    path: '/api/auth/validate-token',
    permission: 'public',
    summary: 'Whose session a token stands for',
    description: 'The token is the session cookie or, without one, a bearer token. 401 with `isValid` false whatever is wrong with it.',
    reply: raw(ValidatedToken, { refusals: [{ status: 401, body: InvalidToken }] }),
  },
  listSessions: {
    method: 'get',
    path: '/api/auth/sessions',
    permission: 'session',
    summary: "List one's own sessions",
    reply: payload(z.object({ sessions: z.array(SessionRecord), total: z.int().describe('How many there are') })),
  },
  revokeSessions: {
    method: 'delete',
    path: '/api/auth/sessions',
    permission: 'session',
    summary: "End one's own other sessions",
    description: 'Needs a code of the second factor where it is on. The session of this request goes on.',
    body: z.object({ two_factor_code: z.string().max(64).optional().describe('Code of the second factor') }).meta({ id: 'RevokeSessions' }),
    reply: raw(z.object({ success: z.literal(true), revoked_count: z.int(), message: z.string() })),
  },
  revokeSession: {
    method: 'delete',
    path: '/api/auth/sessions/{id}',
    permission: 'session',
    mayUse: ['security_settings:update'],
    summary: 'End a session',
    description: 'Sessions of others need security_settings:update.',
    params: z.object({ id: Id.describe('Session id') }),
    reply: payload(z.object({ success: z.literal(true), is_current: z.boolean(), message: z.string() })),
    errors: ['NOT_FOUND'],
  },
  listAllSessions: {
    method: 'get',
    path: '/api/auth/sessions/all',
    permission: 'security_settings:read',
    summary: 'List the sessions of all users',
    query: SessionListQuery,
    reply: page(SessionOfUser),
  },
});
