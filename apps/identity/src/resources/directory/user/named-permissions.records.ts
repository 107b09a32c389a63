import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { Grantable } from '../../access/grant/grant.rules.ts';

/** Permissions of the tenant by their names, `resource:action`. */
export async function findGrantablesNamed(db: Db, names: readonly string[]): Promise<Grantable[]> {
  if (names.length === 0) return [];
  return db
    .selectFrom('permissions')
    .select(['resource', 'action', 'msp', 'client'])
    .where((eb) => eb(sql<string>`resource || ':' || action`, '=', eb.fn.any(eb.val([...names]))))
    .execute();
}
