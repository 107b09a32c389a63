import { statement } from '@psa/postgres-kit';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { Tables } from '../../../tables.ts';
import { effectivePermissionsOf } from '../../access/grant/effective-permissions.records.ts';

/** A key that may be used, with all the gateway wants to know of it. */
export interface UsableKey {
  readonly api_key_id: string;
  readonly user_id: string;
  readonly hash: string;
  readonly ends_at: string | null;
  readonly last_used_at: string | null;
  readonly usage_limit: number | null;
  /** What the key may do now. */
  readonly permissions: string[];
  /** Whether that is a part of what its owner may do. */
  readonly is_scoped: boolean;
  readonly expires_at: string | null;
  readonly ip_ranges: string[] | null;
  readonly key_max_tokens: number | null;
  readonly key_refill_per_min: number | null;
  readonly tenant_max_tokens: number | null;
  readonly tenant_refill_per_min: number | null;
}

/** Active, not at its end, within its uses, of an active internal user; a rotated secret within its grace. */
const findStatement = statement<Tables>()((db, p: { key_id: string }) =>
  db
    .selectFrom('api_key_secrets')
    .innerJoin('api_keys', (join) =>
      join.onRef('api_keys.tenant', '=', 'api_key_secrets.tenant').onRef('api_keys.api_key_id', '=', 'api_key_secrets.api_key_id'),
    )
    .innerJoin('users', (join) => join.onRef('users.tenant', '=', 'api_keys.tenant').onRef('users.user_id', '=', 'api_keys.user_id'))
    .leftJoin('rate_limits as of_key', (join) =>
      join.onRef('of_key.tenant', '=', 'api_keys.tenant').onRef('of_key.api_key_id', '=', 'api_keys.api_key_id'),
    )
    .leftJoin('rate_limits as of_tenant', (join) =>
      join.onRef('of_tenant.tenant', '=', 'api_keys.tenant').on('of_tenant.api_key_id', 'is', null),
    )
    .select([
      'api_keys.api_key_id',
      'api_keys.user_id',
      'api_keys.last_used_at',
      'api_keys.usage_limit',
      'api_keys.expires_at',
      'api_keys.ip_ranges',
      'api_key_secrets.hash',
      'of_key.max_tokens as key_max_tokens',
      'of_key.refill_per_min as key_refill_per_min',
      'of_tenant.max_tokens as tenant_max_tokens',
      'of_tenant.refill_per_min as tenant_refill_per_min',
      sql<string | null>`least(api_keys.expires_at, api_key_secrets.valid_until)`.as('ends_at'),
      sql<boolean>`api_keys.permissions is not null`.as('is_scoped'),
      keptByScope(effectivePermissionsOf('users')).as('permissions'),
    ])
    .where('api_key_secrets.key_id', '=', p.key_id)
    .where('api_keys.revoked_at', 'is', null)
    .where(sql<boolean>`least(api_keys.expires_at, api_key_secrets.valid_until, 'infinity') > now()`)
    .where(sql<boolean>`(api_keys.usage_limit is null or api_keys.usage_count < api_keys.usage_limit)`)
    .where('users.user_type', '=', 'internal')
    .where('users.is_inactive', '=', false),
);

/** What of its owner's permissions a key is confined to; all of them for a key without a scope. */
function keptByScope(effective: RawBuilder<string[]>) {
  return sql<string[]>`case when api_keys.permissions is null then ${effective}
    else array(select held.name from unnest(${effective}) as held (name) where held.name = any (api_keys.permissions) order by held.name) end`;
}

export function findUsableKey(db: Db, keyId: string): Promise<UsableKey | undefined> {
  return db.first(findStatement, { key_id: keyId });
}

const countStatement = statement<Tables>()((db, p: { api_key_id: string }) =>
  db
    .updateTable('api_keys')
    .set({ usage_count: sql`usage_count + 1`, last_used_at: sql`now()` })
    .where('api_key_id', '=', p.api_key_id)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`usage_count < usage_limit`)
    .returning('usage_count'),
);

/** Counts a use of a key with a limit. Callers at the same moment wait for each other here: exactly as many pass as the limit says. */
export async function countUse(db: Db, apiKeyId: string): Promise<boolean> {
  return (await db.first(countStatement, { api_key_id: apiKeyId })) !== undefined;
}

const noteStatement = statement<Tables>()((db, p: { api_key_id: string }) =>
  db
    .updateTable('api_keys')
    .set({ last_used_at: sql`now()` })
    .where('api_key_id', '=', p.api_key_id)
    .where(sql<boolean>`(last_used_at is null or last_used_at <= now() - interval '1 minute')`),
);

/** Notes that a key was used, once a minute at most. */
export async function noteUse(db: Db, apiKeyId: string): Promise<void> {
  await db.all(noteStatement, { api_key_id: apiKeyId });
}
