import type { ApiKeyListQuery } from '@psa/contracts-identity';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { Tables } from '../../../tables.ts';
import { type ApiKeyRow, apiKeyRows } from './api-key.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'api_keys.created_at',
    updated_at: 'api_keys.updated_at',
    last_used_at: 'api_keys.last_used_at',
    expires_at: 'api_keys.expires_at',
    description: 'api_keys.description',
  },
  nullable: new Set(['last_used_at', 'expires_at', 'description']),
  id: { ref: 'api_keys.api_key_id', name: 'api_key_id' },
};

/**
 * One page of the keys that pass every filter.
 * @param ownerId whose keys only; everybody's when undefined
 */
export async function listApiKeys(db: Db, query: ApiKeyListQuery, ownerId: string | undefined): Promise<Page<ApiKeyRow>> {
  const matching = apiKeyRows(db).where((eb) => conditions(eb, query, ownerId));
  const total = async () => {
    const { rows } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('rows'))
      .executeTakeFirstOrThrow();
    return rows;
  };
  return readPage<ApiKeyRow>(matching as never, order, query, total);
}

type Expressions = ExpressionBuilder<Pick<Tables, 'api_keys' | 'users'>, 'api_keys' | 'users'>;

function conditions(eb: Expressions, query: ApiKeyListQuery, ownerId: string | undefined) {
  const { active, user_id, search, created_from, created_to, updated_from, updated_to } = query;
  const pattern = search === undefined || search === '' ? undefined : containsPattern(search);
  const names = ['users.username', 'users.first_name', 'users.last_name'] as const;
  return eb.and([
    ...(ownerId === undefined ? [] : [eb('api_keys.user_id', '=', ownerId)]),
    ...(user_id === undefined ? [] : [eb('api_keys.user_id', '=', user_id)]),
    ...(active === undefined ? [] : [eb('api_keys.revoked_at', active ? 'is' : 'is not', null)]),
    ...(created_from === undefined ? [] : [eb('api_keys.created_at', '>=', created_from)]),
    ...(created_to === undefined ? [] : [eb('api_keys.created_at', '<=', created_to)]),
    ...(updated_from === undefined ? [] : [eb('api_keys.updated_at', '>=', updated_from)]),
    ...(updated_to === undefined ? [] : [eb('api_keys.updated_at', '<=', updated_to)]),
    ...(pattern === undefined
      ? []
      : [
          eb.or([
            eb('api_keys.description', 'ilike', pattern),
            eb('api_keys.key_id', 'ilike', pattern),
            ...names.map((name) => eb(name, 'ilike', pattern)),
          ]),
        ]),
  ]);
}
