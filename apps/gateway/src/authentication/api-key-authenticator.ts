import type { IncomingHttpHeaders } from 'node:http';
import { type ApiKeyParts, type AuthenticatedCaller, hashApiKey, parseApiKey } from '@psa/contracts-identity';
import { RecentMap } from '../recent-map.ts';
import { type Authenticator, invalidCredential } from './authenticator.ts';
import type { CallerCache } from './caller-cache.ts';
import { narrowedTo } from './narrowed-to.ts';

const BEARER_KEY = /^bearer +(psa_.*)$/i;
/** Keys whose hashes are remembered: making one takes longer than finding it. */
const KEYS = 10_000;

/** API keys, in `x-api-key` or as a bearer token that looks like one. `x-tenant-id` narrows: a key of another tenant is invalid. */
export function apiKeyAuthenticator(callers: CallerCache<ApiKeyParts>): Authenticator {
  // Of keys that are known to be good alone: anybody could send others, of any length.
  const hashes = new RecentMap<string, string>(KEYS);
  return ({ headers }) => {
    const text = keyText(headers);
    if (text === undefined) return undefined;
    const tenant = narrowedTo(headers);
    // What is remembered under its hash is a key: it need not be held against its form and checksum again.
    const remembered = hashes.get(text);
    const hash = remembered ?? hashApiKey(text);
    const known = callers.known(hash, () => partsOf(text));
    if (known && remembered === undefined) hashes.set(text, hash);
    else if (!known && remembered !== undefined) hashes.delete(text);
    if (known !== undefined) return admitted(known, tenant);
    const parts = partsOf(text);
    return () => lookUp(callers, parts, tenant);
  };
}

function partsOf(text: string): ApiKeyParts {
  const parts = parseApiKey(text);
  if (parts === undefined) throw invalidCredential();
  return parts;
}

async function lookUp(callers: CallerCache<ApiKeyParts>, parts: ApiKeyParts, tenant: string | undefined): Promise<AuthenticatedCaller> {
  return admitted(await callers.find(parts, tenant), tenant);
}

function admitted(caller: AuthenticatedCaller | null, tenant: string | undefined): AuthenticatedCaller {
  if (caller === null || (tenant !== undefined && caller.tenant !== tenant)) throw invalidCredential();
  return caller;
}

function keyText(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (typeof own === 'string' && own !== '') return own;
  return headers.authorization === undefined ? undefined : BEARER_KEY.exec(headers.authorization)?.[1];
}
