import type { IncomingHttpHeaders } from 'node:http';
import { isUuid } from '@psa/contract-kit';
import { invalidCredential } from './authenticator.ts';

/** The tenant that `x-tenant-id` narrows to: a credential of another one is invalid. @throws UNAUTHORIZED when it is no tenant's id */
export function narrowedTo(headers: IncomingHttpHeaders): string | undefined {
  const given = headers['x-tenant-id'];
  if (given === undefined) return undefined;
  if (typeof given !== 'string' || !isUuid(given)) throw invalidCredential();
  return given.toLowerCase();
}
