import { z } from 'zod';

declare const tenantBrand: unique symbol;

/** A tenant's id. Only a verified token, a verified event envelope or an operator's command makes one. */
export type TenantId = string & { readonly [tenantBrand]: true };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text has the shape of a UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Brands a verified tenant id.
 * @param text a UUID taken from a verified source
 * @throws TypeError when the text is not a UUID: the id is later written into `SET LOCAL`
 */
export function tenantId(text: string): TenantId {
  if (!isUuid(text)) throw new TypeError('A tenant id is a UUID');
  return text.toLowerCase() as TenantId;
}

/**
 * An identifier from outside: any UUID version, because ids of imported data keep theirs. Lower case, as Postgres prints it,
 * so that ids can be compared and told of as they were written.
 */
export const Id = z.guid({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a UUID') }).toLowerCase();

/** Stands in examples for the id of any row. */
export const EXAMPLE_ID = '0199a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b';
