import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';
import { RateLimit } from './rate-limit.schemas.ts';

/** Who a credential stands for, and what they may do. */
export const AuthenticatedCaller = z.object({
  tenant: z.guid(),
  user_id: z.guid(),
  user_type: z.enum(['internal', 'client']),
  client_id: z.guid().nullable().describe('Client of a client-portal user'),
  credential: z.object({
    type: z.enum(['api_key', 'session']),
    id: z.guid(),
    restricted: z
      .enum(['permissions', 'use'])
      .optional()
      .describe(
        "Of a key: 'permissions' when it is confined to some of its owner's, 'use' when only where, when or how often it is used is restricted",
      ),
  }),
  permissions: z.array(z.string()),
  key_rate_limit: RateLimit.nullable().describe("The key's own limit"),
  tenant_rate_limit: RateLimit.nullable().describe("The tenant's limit for all its keys together"),
  ip_ranges: z.array(z.string()).optional().describe('The only networks the credential may be used from'),
  expires_at: z.string().nullable(),
  single_use: z.boolean().describe('The key counts its uses: the answer holds for one request and must not be kept'),
});
export type AuthenticatedCaller = z.infer<typeof AuthenticatedCaller>;

/** A tenant as an operator sees it. */
export const TenantSummary = z.object({
  tenant: z.guid(),
  slug: z.string(),
  name: z.string(),
  suspended: z.boolean(),
  created_at: z.string(),
});
export type TenantSummary = z.infer<typeof TenantSummary>;

/** An API key as an operator sees it; the key itself is kept by its holder alone. */
export const ApiKeySummary = z.object({
  api_key_id: z.guid(),
  description: z.string().nullable(),
  user_id: z.guid(),
  username: z.string(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});

/** What the identity service answers over NATS. */
export const identityRpc = rpcMethods('identity', {
  authenticateApiKey: {
    summary: 'Who an API key belongs to; the key itself stays at the gateway',
    request: z.object({
      key_id: z.string(),
      hash: z.string().regex(/^[0-9a-f]{64}$/),
      tenant: z.guid().optional().describe('Narrows to this tenant'),
    }),
    response: z.object({
      caller: AuthenticatedCaller.nullable().describe('null for every reason there is: no leak'),
      suspended: z.boolean().optional().describe('The key is genuine and would be valid, were its tenant not suspended'),
    }),
  },
  authenticateSession: {
    summary: 'Whose session a token stands for; the token is opened by the identity service alone',
    request: z.object({
      token: z.string().max(40_000).describe('As it arrived; never logged'),
      cookie_name: z.string().max(128).optional().describe('Cookie it came in, chunks joined; absent for a bearer token'),
      tenant: z.guid().optional().describe('Narrows to this tenant'),
    }),
    response: z.object({
      caller: AuthenticatedCaller.nullable().describe('null for every reason there is: no leak'),
      contradictory: z.boolean().describe('The token says of an internal user that they belong to a client'),
    }),
  },
  'admin.tenant-create': {
    summary: 'Create a tenant with its roles, an administrator and a first API key',
    request: z.object({
      name: z.string().trim().min(1).max(255),
      slug: z
        .string()
        .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
        .optional()
        .describe('Made from the name when absent'),
      admin_email: z.email().max(255).optional().describe('admin@<slug>.example when absent'),
    }),
    response: z.object({
      tenant: z.guid(),
      tenantSlug: z.string(),
      userId: z.guid(),
      apiKeyId: z.guid(),
      apiKey: z.string(),
      adminEmail: z.string(),
      adminPassword: z.string(),
    }),
  },
  'admin.tenant-list': {
    summary: 'Tenants by slug, a page at a time',
    request: z.object({
      after: z.string().max(63).optional().describe('Slug of the last tenant of the page before'),
      limit: z.int().min(1).max(500).optional().describe('100 when absent'),
    }),
    response: z.object({
      tenants: z.array(TenantSummary),
      next: z.string().optional().describe('`after` of the next page, if there is one'),
    }),
  },
  'admin.tenant-get': {
    summary: 'The tenant with a slug',
    request: z.object({ slug: z.string().min(1).max(63) }),
    response: TenantSummary,
  },
  'admin.tenant-suspend': {
    summary: "Reject a tenant's keys and sessions",
    request: z.object({ tenant: z.guid() }),
    response: z.object({ tenant: z.guid(), suspended: z.boolean() }),
  },
  'admin.tenant-resume': {
    summary: "Accept a tenant's keys and sessions again",
    request: z.object({ tenant: z.guid() }),
    response: z.object({ tenant: z.guid(), suspended: z.boolean() }),
  },
  'admin.key-create': {
    summary: 'Create an API key for a user, the first administrator when none is named',
    request: z.object({
      tenant: z.guid(),
      user_id: z.guid().optional(),
      user_email: z.email().max(255).optional().describe('Names the user where `user_id` is absent'),
      description: z.string().max(255).optional(),
      expires_at: z.iso.datetime({ offset: true }).optional(),
    }),
    response: z.object({ api_key_id: z.guid(), api_key: z.string() }),
  },
  'admin.key-list': {
    summary: 'API keys of a tenant, newest first, a page at a time',
    request: z.object({
      tenant: z.guid(),
      page: z.int().min(1).max(100_000).optional().describe('1 when absent'),
      limit: z.int().min(1).max(500).optional().describe('100 when absent'),
    }),
    response: z.object({ api_keys: z.array(ApiKeySummary), has_more: z.boolean() }),
  },
  'admin.key-revoke': {
    summary: 'Revoke an API key',
    request: z.object({
      tenant: z.guid(),
      api_key_id: z.guid().optional(),
      key: z
        .string()
        .min(1)
        .max(255)
        .optional()
        .describe('Names the key where `api_key_id` is absent: its public part or its description, where one key alone has it'),
    }),
    response: z.object({ api_key_id: z.guid(), revoked: z.boolean() }),
  },
  'admin.user-erase': {
    summary: 'Erase a person: delete the user, if that has not been done, and give every copy of them a neutral name',
    request: z.object({ tenant: z.guid(), user_id: z.guid() }),
    response: z.object({
      user_id: z.guid(),
      name: z.string().describe('What the user is called from now on'),
      email: z.string(),
    }),
  },
});
