import { Id, Instant, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { IpRange } from './ip-range.ts';

/** Largest number a use counter holds. */
const MOST_USES = 2_147_483_647;

const MAX_PERMISSIONS = 500;
const MAX_IP_RANGES = 50;

/** A key without its secret: neither the text nor the hash is ever read back. */
export const ApiKey = z
  .object({
    api_key_id: Id.describe('Identifies the key'),
    key_id: z.string().describe('Public part of the key, `psa_<key_id>_…`: tells which of several it is'),
    user_id: Id.describe('User the key acts as'),
    description: z.string().nullable().describe('What the key is for'),
    active: z.boolean().describe('false: revoked, or retired after its end'),
    purpose: z.string().describe('general for keys made through the API'),
    metadata: z.record(z.string(), z.unknown()).nullable().describe('What the maker of a special key noted with it'),
    created_at: Timestamp.describe('When the key was created'),
    updated_at: Timestamp.describe('When the key was last changed'),
    last_used_at: Timestamp.nullable().describe('When the key was last used, to the minute'),
    expires_at: Timestamp.nullable().describe('When the key ends'),
    permissions: z.array(z.string()).nullable().describe("Permissions the key is confined to; null: all of its owner's"),
    ip_ranges: z.array(z.string()).nullable().describe('Addresses and networks the key may be used from; null: everywhere'),
    usage_limit: z.int().nullable().describe('Requests the key is good for'),
    usage_count: z.int().describe('Requests made with it; counted only under a usage_limit'),
    tenant: Id.describe('Tenant of the caller'),
    username: z.string().optional().describe('Owner; with all=true'),
    first_name: z.string().nullable().optional().describe('Owner; with all=true'),
    last_name: z.string().nullable().optional().describe('Owner; with all=true'),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof ApiKey>;

/** A key with its text, which is shown this once. */
export const ApiKeyWithSecret = ApiKey.extend({
  api_key: z.string().describe('The key itself, for the header x-api-key. Shown once: it is not stored'),
}).meta({ id: 'ApiKeyWithSecret' });
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>;

export const CreateApiKey = z
  .object({
    description: z.string().trim().max(255).nullish().describe('What the key is for').meta({ example: 'Asset inventory' }),
    expires_at: Instant.nullish().describe('When the key ends, in the future; never when absent'),
    usage_limit: z.int().min(1).max(MOST_USES).nullish().describe('Requests the key is good for; any number when absent'),
    permissions: z
      .array(z.string().max(100))
      .min(1)
      .max(MAX_PERMISSIONS)
      .nullish()
      .describe(
        "Permissions the key is confined to, each one its owner holds now. It never does more than its owner may at the time. All of the owner's when absent",
      )
      .meta({ example: ['asset:read', 'ticket:read'] }),
    ip_ranges: z
      .array(IpRange)
      .min(1)
      .max(MAX_IP_RANGES)
      .nullish()
      .describe('Addresses and networks the key may be used from; everywhere when absent')
      .meta({ example: null }),
    user_id: Id.optional().describe('Active internal user the key acts as; the caller when absent'),
  })
  .meta({ id: 'CreateApiKey' });
export type CreateApiKey = z.infer<typeof CreateApiKey>;

export const RotateApiKey = z
  .object({
    grace_seconds: z
      .int()
      .min(0)
      .max(86_400)
      .default(0)
      .describe('How long the previous key still works; a further rotation ends it at once'),
  })
  .meta({ id: 'RotateApiKey' });

export const apiKeySortColumns = ['created_at', 'updated_at', 'last_used_at', 'expires_at', 'description'] as const;

export const ApiKeyListQuery = listQuery({
  sort: apiKeySortColumns,
  defaultSort: 'created_at',
  filters: {
    all: QueryBoolean.optional().describe("true: the keys of all users, with their owners' names; needs security_settings:read"),
    active: QueryBoolean.optional().describe('true: keys in use; false: revoked and retired ones'),
    user_id: Id.optional().describe('Keys of this user; of others only with all=true'),
  },
});
export type ApiKeyListQuery = z.infer<typeof ApiKeyListQuery>;
