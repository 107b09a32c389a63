import { Id, payload, raw, type RouteGroup, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const group: RouteGroup = { service: 'email', form: 'data', tag: 'Email connection', staffOnly: true };
const ProviderBody = z.object({ providerId: Id.describe('The provider') });

export const connectRoutes = routes(group, {
  initiateEmailOAuth: {
    method: 'post',
    path: '/api/email/oauth/initiate',
    permission: 'email_provider:update',
    sessionOnly: true,
    summary: 'Start to connect a mailbox by OAuth',
    description:
      'Needs a session: an API key alone is a 401. Open `authUrl` in a window; its page tells the opener and leads on to `successRedirect`.',
    body: ProviderBody.extend({
      successRedirect: z
        .string()
        .max(2000)
        .optional()
        .describe('Where the window goes afterwards: a path, or an address of this installation'),
    }),
    reply: payload(
      z.object({
        success: z.literal(true),
        authUrl: z.string().describe('Address to open'),
        provider: z.enum(['google', 'microsoft', 'imap']),
        state: z.string().describe('Encrypted; good once'),
        expires_at: Timestamp.describe('When the state expires'),
      }),
    ),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  refreshEmailWatch: {
    method: 'post',
    path: '/api/email/refresh-watch',
    permission: 'email_provider:update',
    sessionOnly: true,
    summary: 'Set up the push notifications of a mailbox anew',
    description: 'Needs a session: an API key alone is a 401.',
    body: ProviderBody,
    reply: payload(
      z.object({
        success: z.literal(true),
        message: z.string(),
        providerId: Id,
        mailbox: z.string(),
        authFailureRecovery: z.enum(['resumed', 'failed']).optional().describe('Set if fetching was paused because signing in failed'),
        warnings: z.array(z.string()),
      }),
    ),
    errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
  },
});

const callbackQuery = z.object({
  code: z.string().max(4000).optional().describe('Grant'),
  state: z.string().max(4000).optional().describe('What initiate gave'),
  error: z.string().max(200).optional().describe('What the provider refused with'),
  error_description: z.string().max(2000).optional(),
});

/** A browser comes back here: whatever happened, it gets a page. */
export const callbackRoutes = routes(
  { service: 'email', form: 'data', tag: 'Email connection', staffOnly: true },
  {
    finishEmailOAuth: {
      method: 'get',
      path: '/api/email/oauth/{provider}/callback',
      permission: 'session',
      sessionOnly: true,
      summary: 'Finish to connect a mailbox by OAuth',
      description:
        'Answers a page that tells its opener `{type: "oauth-callback", provider, success, providerId?, error?, errorDescription?}`. It never carries a token.',
      params: z.object({ provider: z.enum(['google', 'microsoft', 'imap']) }),
      query: callbackQuery,
      reply: raw(z.unknown(), { media: ['text/html'] }),
    },
  },
);
