import { statement } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Tx } from '../../clients-app.ts';
import type { Tables } from '../../tables.ts';

/** What a contact takes from its client. */
export interface ClientDefaults {
  readonly client_name: string;
  /** Of the default location: where national telephone numbers are dialled. */
  readonly country_code: string | null;
}

const homeStatement = statement<Tables>()((db, p: { client_id: string }) =>
  db
    .selectFrom('clients')
    .select([
      'client_name',
      sql<
        string | null
      >`(select upper(country_code) from client_locations l where l.tenant = clients.tenant and l.client_id = clients.client_id and l.is_default)`.as(
        'country_code',
      ),
    ])
    .where('client_id', '=', p.client_id)
    .forShare(),
);

/** The client of a contact; it is neither deleted nor renamed until the transaction ends. */
export function findClientDefaults(tx: Tx, clientId: string): Promise<ClientDefaults | undefined> {
  return tx.first(homeStatement, { client_id: clientId });
}
