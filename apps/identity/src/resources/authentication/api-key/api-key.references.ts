import { ApiError, notFound } from '@psa/contract-kit';
import type { Db } from '../../../identity-app.ts';
import { listLiveKeysNamed } from './api-key.records.ts';

/** As many as are named where a text means several keys. */
const MAX_NAMED = 5;

/**
 * The one key, not revoked, that a text means: its public part as it stands in the key, or its description.
 * @throws NOT_FOUND where there is none, CONFLICT with their ids where there are several
 */
export async function requireKeyNamed(db: Db, text: string): Promise<string> {
  const publicPart = /^(?:psa_)?([^_]+)/.exec(text)?.[1] ?? text;
  const rows = await listLiveKeysNamed(db, publicPart, text, MAX_NAMED);
  const [found, ...others] = rows;
  if (found === undefined) throw notFound('API key');
  if (others.length > 0)
    throw new ApiError('CONFLICT', `Several keys have this name; name one of them by its id: ${[found, ...others].join(', ')}`);
  return found;
}
