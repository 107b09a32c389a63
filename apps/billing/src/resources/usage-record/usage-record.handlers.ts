import { conflict, invalidField, itemRefusal, notFound } from '@psa/contract-kit';
import { type CreateUsageRecord, type UsageRecord, usageRecordEvents, usageRecordRoutes } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import { type Db, handlers, type Ports } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { findContractLine } from '../contract-line/contract-line.records.ts';
import { findService } from '../service/service.records.ts';
import { deleteUsageRow, findByTransaction, findUsageRecord, insertUsageRecord, listUsageRecords } from './usage-record.records.ts';

export const usageRecordHandlers = handlers(usageRecordRoutes, {
  listUsageRecords: async ({ db, query }) => {
    const { rows, pagination } = await listUsageRecords(db, query);
    return { data: rows, pagination };
  },

  createUsageRecord: async ({ db, ports, body }) => ({ data: (await record(db, ports, body)).row }),

  bulkCreateUsageRecords: async ({ db, ports, body }) => {
    const [results, errors]: [boolean[], { index: number; code: string; message: string }[]] = [[], []];
    for (const [index, input] of body.records.entries()) {
      try {
        results.push((await record(db, ports, input)).isNew);
      } catch (thrown) {
        errors.push({ index, ...itemRefusal(thrown) });
      }
    }
    const created_count = results.filter((isNew) => isNew).length;
    return { data: { created_count, duplicate_count: results.length - created_count, errors } };
  },

  getUsageRecord: async ({ db, params }) => {
    const row = await findUsageRecord(db, params.id);
    if (row === undefined) throw notFound('Usage record');
    return { data: row };
  },

  deleteUsageRecord: ({ db, params }) =>
    db.transaction(async (tx) => {
      const row = await findUsageRecord(tx, params.id);
      if (row === undefined) throw notFound('Usage record');
      if (!(await deleteUsageRow(tx, params.id))) throw conflict('An invoice bills it', { invoice_id: row.invoice_id });
      emit(tx, usageRecordEvents.deleted, { usage_id: row.usage_id, client_id: row.client_id }, 2);
    }),
});

/**
 * Records what a client used, once for each id of the caller's.
 * @throws VALIDATION_ERROR, CONFLICT when the id was used for something else
 */
async function record(db: Db, ports: Ports, input: CreateUsageRecord): Promise<{ row: UsageRecord; isNew: boolean }> {
  const { client_id } = await requireClient(db, ports, input.client_id);
  if ((await findService(db, input.service_id)) === undefined)
    throw invalidField('service_id', 'is not a service of this tenant', 'unknown_reference');
  const contract_line_id = input.contract_line_id ?? null;
  if (contract_line_id !== null && (await findContractLine(db, contract_line_id)) === undefined)
    throw invalidField('contract_line_id', 'is not a contract line of this tenant', 'unknown_reference');
  const { transaction_id, service_id, quantity, usage_date = new Date().toISOString().slice(0, 10), metadata = null } = input;
  const facts = { transaction_id, client_id, service_id, contract_line_id, quantity, usage_date };
  return db.transaction(async (tx) => {
    const usage_id = uuidv7();
    const row = { usage_id, ...facts, metadata: metadata === null ? null : JSON.stringify(metadata), invoice_id: null, item_id: null };
    const isNew = await insertUsageRecord(tx, row);
    const found = await findByTransaction(tx, transaction_id);
    if (found === undefined) throw new Error(`Usage ${transaction_id} is neither new nor there`);
    if (isNew) emit(tx, usageRecordEvents.created, { usage_id, ...facts }, 1);
    else {
      const fields = (Object.keys(facts) as (keyof typeof facts)[]).filter(
        (name) => facts[name] !== found[name] && (name !== 'usage_date' || input.usage_date !== undefined),
      );
      if (fields.length > 0) throw conflict('The transaction_id was used for something else', { usage_id: found.usage_id, fields });
    }
    return { row: found, isNew };
  });
}
