import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiKeyParts, type AuthenticatedCaller, hashApiKey, parseApiKey } from '@psa/contracts-identity';
import { type Authenticator, invalidCredential, suspendedTenant } from './authenticator.ts';
import type { CallerCache, Refused } from './caller-cache.ts';
import { narrowedTo } from './narrowed-to.ts';

const BEARER_KEY = /^bearer +(psa_.*)$/i;

/** API keys, in `x-api-key` or as a bearer token that looks like one. `x-tenant-id` narrows: a key of another tenant is invalid. */
export function apiKeyAuthenticator(callers: CallerCache<ApiKeyParts>): Authenticator {
  return ({ headers, socket }) => {
    const text = keyText(headers);
    if (text === undefined) return undefined;
    const tenant = narrowedTo(headers);
    // What is remembered under its hash is a key: it need not be held against its form and checksum again.
    const known = callers.known(hashOn(socket, text), () => partsOf(text));
    if (known !== undefined) return admitted(known, tenant);
    const parts = partsOf(text);
    return { ask: () => lookUp(callers, parts, tenant), wasValid: callers.wasValid(parts.hash) };
  };
}

const lastOn = new WeakMap<Socket, { readonly text: string; readonly hash: string }>();

/** A key's hash. Callers send one key with every request of a connection: it is remembered with it, and goes with it. */
function hashOn(socket: Socket, text: string): string {
  const last = lastOn.get(socket);
  if (last?.text === text) return last.hash;
  const hash = hashApiKey(text);
  lastOn.set(socket, { text, hash });
  return hash;
}

function partsOf(text: string): ApiKeyParts {
  const parts = parseApiKey(text);
  if (parts === undefined) throw invalidCredential();
  return parts;
}

async function lookUp(callers: CallerCache<ApiKeyParts>, parts: ApiKeyParts, tenant: string | undefined): Promise<AuthenticatedCaller> {
  return admitted(await callers.find(parts, tenant), tenant);
}

function admitted(caller: AuthenticatedCaller | Refused, tenant: string | undefined): AuthenticatedCaller {
  if (caller === 'suspended') throw suspendedTenant();
  if (caller === null || (tenant !== undefined && caller.tenant !== tenant)) throw invalidCredential();
  return caller;
}

function keyText(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-api-key'];
  if (typeof own === 'string' && own !== '') return own;
  return headers.authorization === undefined ? undefined : BEARER_KEY.exec(headers.authorization)?.[1];
}
