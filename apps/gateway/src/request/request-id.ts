import { randomUUID } from 'node:crypto';

const REQUEST_ID = /^[\w-]{1,128}$/;

/** The caller's id for the request when it is fit for logs, a new one otherwise. */
export function requestIdFrom(given: string | string[] | undefined): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}
