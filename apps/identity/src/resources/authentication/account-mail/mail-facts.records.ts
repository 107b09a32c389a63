import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';

export interface MailFactsRow {
  readonly username: string;
  readonly first_name: string | null;
  readonly tenant_name: string;
}

/** What a mail to a user tells of them. @returns undefined when they are forgotten, or the link the mail brings has ended or was used */
export function findMailFacts(db: Db, userId: string, tokenId: string | null): Promise<MailFactsRow | undefined> {
  let user = db
    .selectFrom('users')
    .select(['username', 'first_name', sql<string>`(select name from tenants where tenants.tenant_id = users.tenant)`.as('tenant_name')])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null);
  if (tokenId !== null) {
    user =
      user.where(sql<boolean>`exists (select from account_tokens where account_tokens.tenant = users.tenant and account_tokens.token_id = ${tokenId}
      and account_tokens.used_at is null and account_tokens.expires_at > now())`);
  }
  return user.executeTakeFirst();
}
