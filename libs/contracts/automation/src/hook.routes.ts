import { Id, one, routes } from '@psa/contract-kit';
import { z } from 'zod';

export const HookAnswer = z
  .object({
    execution_id: Id.nullable().describe('Execution that was started; null when this call had been received before'),
    duplicate: z.boolean().describe('Whether this call had been received before'),
  })
  .meta({ id: 'AutomationHookAnswer' });

export const hookRoutes = routes(
  { service: 'automation', form: 'data', tag: 'Automation hooks' },
  {
    receiveHook: {
      method: 'post',
      path: '/hooks/automation/{tenantSlug}/{hookId}',
      permission: 'signed',
      summary: 'Start the rule behind a public address',
      description:
        'Signed by Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature) or with the secret as a bearer token, as the rule says.\n\nThe body is any JSON object; the rule finds it in `trigger_data.body`.',
      params: z.object({
        tenantSlug: z
          .string()
          .regex(/^[a-z0-9-]{1,63}$/, 'must be a tenant')
          .describe('Slug or id of the tenant'),
        hookId: Id.describe('Public address of the rule'),
      }),
      bodyLimit: 256 * 1024,
      reply: { ...one(HookAnswer), status: 202 },
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
