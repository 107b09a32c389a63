import { sql } from 'kysely';
import type { Tx } from '../../clients-app.ts';

/** An address and the contact that is to have it. */
export interface EmailClaim {
  readonly email: string;
  readonly contact_name_id: string;
}

/** Rows a statement inserts; Postgres takes 65,535 parameters. */
const ROWS = 5_000;

/**
 * Takes addresses for contacts; each tenant has an address once. In order, so that two who want the same wait for each other.
 * @returns those that another contact has, and that were not taken
 */
export async function claimEmails(tx: Tx, claims: readonly EmailClaim[]): Promise<string[]> {
  const ordered = claims.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const taken: string[] = [];
  for (let from = 0; from < ordered.length; from += ROWS) {
    const some = ordered.slice(from, from + ROWS);
    const rows = await tx
      .insertInto('contact_emails')
      .values(some.map(({ email, contact_name_id }) => ({ email, contact_name_id })))
      .onConflict((conflict) => conflict.columns(['tenant', 'email']).doNothing())
      .returning('email')
      .execute();
    if (rows.length === some.length) continue;
    const got = new Set(rows.map(({ email }) => email));
    taken.push(...some.filter(({ email }) => !got.has(email)).map(({ email }) => email));
  }
  return taken;
}

/** Gives back addresses of a contact. */
export async function releaseEmails(tx: Tx, contactId: string, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  await tx
    .deleteFrom('contact_emails')
    .where('contact_name_id', '=', contactId)
    .where(sql<boolean>`email = any(${emails}::text[])`)
    .execute();
}
