import { ApiError, conflict, invalidField } from '@psa/contract-kit';
import { type CreateUsageRecord, usageRecordEvents } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { findByTransactions, insertUsageRecords, knownReferences } from './usage-record.records.ts';

/** A record that is there now, or why it is not. */
export type Recorded = { readonly usage_id: string; readonly isNew: boolean } | { readonly refusal: unknown };

/**
 * Records what clients used, each by itself and once for each id of the caller's.
 * @returns a result for each input, in their order
 * @throws SERVICE_UNAVAILABLE when it cannot be found out whether a client is one
 */
export async function recordUsage(db: Db, ports: Ports, inputs: readonly CreateUsageRecord[]): Promise<Recorded[]> {
  const refused = new Map<number, unknown>();
  await checkReferences(db, ports, inputs, refused);
  const today = new Date().toISOString().slice(0, 10);
  const wanted = inputs.map(
    ({ transaction_id, client_id, service_id, contract_line_id = null, quantity, usage_date = today, metadata = null }) => ({
      facts: { transaction_id, client_id, service_id, contract_line_id, quantity, usage_date },
      usage_id: uuidv7(),
      metadata: metadata === null ? null : JSON.stringify(metadata),
    }),
  );
  const accepted = wanted.filter((_, index) => !refused.has(index));
  return db.transaction(async (tx) => {
    const inserted = await insertUsageRecords(
      tx,
      accepted.map(({ facts, usage_id, metadata }) => ({ usage_id, ...facts, metadata, invoice_id: null, item_id: null })),
    );
    for (const { facts, usage_id } of accepted) if (inserted.has(usage_id)) emit(tx, usageRecordEvents.created, { usage_id, ...facts }, 1);
    const others = accepted.filter(({ usage_id }) => !inserted.has(usage_id)).map(({ facts }) => facts.transaction_id);
    const found = await findByTransactions(tx, others);
    return wanted.map(({ facts, usage_id }, index): Recorded => {
      if (refused.has(index)) return { refusal: refused.get(index) };
      if (inserted.has(usage_id)) return { usage_id, isNew: true };
      const known = found.get(facts.transaction_id);
      if (known === undefined) throw new Error(`Usage ${facts.transaction_id} is neither new nor there`);
      const fields = (Object.keys(facts) as (keyof typeof facts)[]).filter(
        (name) => facts[name] !== known[name] && (name !== 'usage_date' || inputs[index]?.usage_date !== undefined),
      );
      if (fields.length === 0) return { usage_id: known.usage_id, isNew: false };
      return { refusal: conflict('The transaction_id was used for something else', { usage_id: known.usage_id, fields }) };
    });
  });
}

/** Notes which inputs name a client, a service or a contract line that is none. */
async function checkReferences(db: Db, ports: Ports, inputs: readonly CreateUsageRecord[], refused: Map<number, unknown>): Promise<void> {
  const clients = new Map<string, unknown>();
  for (const id of new Set(inputs.map(({ client_id }) => client_id)))
    await requireClient(db, ports, id).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR') throw error;
      clients.set(id, error);
    });
  const { services, lines } = await knownReferences(
    db,
    inputs.map(({ service_id }) => service_id),
    inputs.flatMap(({ contract_line_id }) => contract_line_id ?? []),
  );
  for (const [index, { client_id, service_id, contract_line_id }] of inputs.entries()) {
    if (clients.has(client_id)) refused.set(index, clients.get(client_id));
    else if (!services.has(service_id))
      refused.set(index, invalidField('service_id', 'is not a service of this tenant', 'unknown_reference'));
    else if (contract_line_id && !lines.has(contract_line_id))
      refused.set(index, invalidField('contract_line_id', 'is not a contract line of this tenant', 'unknown_reference'));
  }
}
