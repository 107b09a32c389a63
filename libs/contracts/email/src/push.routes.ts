import { raw, type RouteGroup, routes } from '@psa/contract-kit';
import { z } from 'zod';

const group: RouteGroup = { service: 'email', form: 'data', tag: 'Email push notifications' };

const GooglePush = z.object({
  message: z
    .object({
      data: z
        .string()
        .max(20_000)
        .optional()
        .describe('base64 of {emailAddress, historyId}')
        .meta({ example: btoa('{"emailAddress":"support@example.com","historyId":"9876543"}') }),
      messageId: z.string().max(200).optional(),
      publishTime: z.string().max(100).optional(),
      attributes: z.record(z.string().max(200), z.string().max(1000)).optional(),
    })
    .optional(),
  subscription: z.string().max(500).optional().describe('Name of the Pub/Sub subscription'),
});

const GraphNotification = z.object({
  subscriptionId: z.string().max(200),
  clientState: z.string().max(256).nullish(),
  changeType: z.string().max(50).nullish(),
  lifecycleEvent: z.string().max(50).nullish(),
  resource: z.string().max(1000).nullish().meta({ example: 'Users/support@example.com/Messages/AAMkAD' }),
  resourceData: z.record(z.string(), z.unknown()).nullish(),
  subscriptionExpirationDateTime: z.string().max(100).nullish(),
  tenantId: z.string().max(100).nullish(),
});
export type GraphNotification = z.infer<typeof GraphNotification>;

const validation = z.object({ validationToken: z.string().max(2000).optional().describe('Echoed as text') });

const Answer = z
  .object({
    success: z.boolean(),
    queued: z.boolean().optional(),
    providerId: z.string().optional(),
    historyId: z.string().optional(),
    accepted: z.int().optional(),
    ignored: z.int().optional(),
  })
  .optional();

export const pushRoutes = routes(group, {
  receiveGooglePush: {
    method: 'post',
    path: '/api/email/webhooks/google',
    permission: 'signed',
    summary: 'Receive a push of Gmail by Pub/Sub',
    description: "Carries a JWT of Google's as a bearer token, with this address as audience and the account of the subscription.",
    body: GooglePush,
    bodyLimit: 64 * 1024,
    reply: raw(Answer),
  },
  validateMicrosoftPush: {
    method: 'get',
    path: '/api/email/webhooks/microsoft',
    permission: 'public',
    summary: 'Echo the validation token of Microsoft Graph',
    query: validation,
    reply: raw(Answer, { media: ['text/plain'] }),
  },
  receiveMicrosoftPush: {
    method: 'post',
    path: '/api/email/webhooks/microsoft',
    permission: 'signed',
    summary: 'Receive change and lifecycle notifications of Microsoft Graph',
    query: validation,
    body: z.object({ value: z.array(GraphNotification).max(1000).optional() }),
    bodyLimit: 512 * 1024,
    reply: { ...raw(Answer, { status: 202, media: ['text/plain'] }), also: [200] },
  },
});
