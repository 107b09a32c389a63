import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { ApiKey, ApiKeyListQuery, ApiKeyWithSecret, CreateApiKey, RotateApiKey } from './api-key.schemas.ts';
import { identityGroup } from './group.ts';
import { ApiKeyRateLimit, RateLimit } from './rate-limit.schemas.ts';

const params = z.object({ id: Id.describe('API-key id') });

/** Everybody may do with their own keys as they like; `mayUse` names what the keys of others take. */
export const apiKeyRoutes = routes(
  { ...identityGroup('API keys'), staffOnly: true },
  {
    listApiKeys: {
      method: 'get',
      path: '/api/v1/api-keys',
      permission: 'session',
      mayUse: ['security_settings:read'],
      summary: "List one's own API keys, or all",
      query: ApiKeyListQuery,
      reply: page(ApiKey),
    },
    createApiKey: {
      method: 'post',
      path: '/api/v1/api-keys',
      permission: 'session',
      mayUse: ['security_settings:create'],
      summary: 'Create an API key',
      description:
        'For another user the caller needs security_settings:create and every permission the key gets. A key created with another key inherits its restrictions and cannot be wider: not in permissions, networks, nor time.',
      body: CreateApiKey,
      reply: created(ApiKeyWithSecret),
      versioned: true,
      secretReply: true,
      errors: ['CONFLICT'],
    },
    getApiKey: {
      method: 'get',
      path: '/api/v1/api-keys/{id}',
      permission: 'session',
      mayUse: ['security_settings:read'],
      summary: 'Read one API key',
      params,
      reply: one(ApiKey),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    revokeApiKey: {
      method: 'delete',
      path: '/api/v1/api-keys/{id}',
      permission: 'session',
      mayUse: ['security_settings:delete'],
      summary: 'Revoke an API key',
      description: 'A revoked key stays listed as inactive for seven days. Revoking it again changes nothing.',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    rotateApiKey: {
      method: 'post',
      path: '/api/v1/api-keys/{id}/rotate',
      permission: 'session',
      mayUse: ['security_settings:update'],
      summary: 'Give an API key a new secret',
      description: "For another user's key the caller needs security_settings:update and every permission of that user.",
      params,
      body: RotateApiKey,
      reply: one(ApiKeyWithSecret),
      versioned: true,
      secretReply: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    getApiKeyRateLimit: {
      method: 'get',
      path: '/api/v1/api-keys/{id}/rate-limit',
      permission: 'security_settings:read',
      summary: "Read a key's own rate limit",
      params,
      reply: one(ApiKeyRateLimit),
      errors: ['NOT_FOUND'],
    },
    setApiKeyRateLimit: {
      method: 'put',
      path: '/api/v1/api-keys/{id}/rate-limit',
      permission: 'security_settings:update',
      summary: 'Give a key a rate limit of its own',
      params,
      body: RateLimit,
      reply: one(ApiKeyRateLimit),
      errors: ['NOT_FOUND'],
    },
    clearApiKeyRateLimit: {
      method: 'delete',
      path: '/api/v1/api-keys/{id}/rate-limit',
      permission: 'security_settings:delete',
      summary: "Let the tenant's rate limit apply to a key again",
      params,
      reply: nothing(),
      errors: ['NOT_FOUND'],
    },
  },
);
