import { invalidField } from '@psa/contract-kit';
import { Replica } from '@psa/postgres-kit';
import type { Db, Ports } from '../billing-app.ts';
import type { ClientFacts } from '../ports/client-directory.ts';
import type { ClientCopy } from './replica.tables.ts';

export const clientReplica = new Replica<ClientCopy, 'client_id'>({
  table: 'client_replicas',
  key: 'client_id',
  unknown: {
    client_name: '',
    is_inactive: true,
    region_code: null,
    is_tax_exempt: null,
    payment_terms: null,
    billing_cycle: null,
    auto_invoice: null,
  },
  called: 'a client of this tenant',
});

/** What is kept of a client; events of older versions lack what invoices need. */
export function clientCopy(facts: Omit<ClientFacts, 'version'>): ClientCopy {
  const { client_id, client_name, is_inactive, region_code = null, is_tax_exempt = null, payment_terms = null } = facts;
  const { billing_cycle = null, auto_invoice = null } = facts;
  return { client_id, client_name, is_inactive, region_code, is_tax_exempt, payment_terms, billing_cycle, auto_invoice };
}

/**
 * Checks that something may be billed to a client. Call it outside of a transaction: the clients service may have to be asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireClient(
  db: Db,
  ports: Ports,
  clientId: string,
  field: string | (string | number)[] = 'client_id',
  maybeInactive = false,
): Promise<ClientCopy> {
  const client = await clientReplica.require(db, clientId, field, async () => {
    const facts = await ports.clients.find(db.context, clientId);
    return facts && { ...clientCopy(facts), version: facts.version };
  });
  if (client.is_inactive && !maybeInactive) throw invalidField(field, 'is an inactive client', 'inactive_reference');
  return client;
}
