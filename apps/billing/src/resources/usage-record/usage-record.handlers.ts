import { conflict, itemRefusal, notFound } from '@psa/contract-kit';
import { usageRecordEvents, usageRecordRoutes } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { handlers } from '../../billing-app.ts';
import { recordUsage } from './record-usage.actions.ts';
import { deleteUsageRow, findUsageRecord, listUsageRecords } from './usage-record.records.ts';

export const usageRecordHandlers = handlers(usageRecordRoutes, {
  listUsageRecords: async ({ db, query }) => {
    const { rows, pagination } = await listUsageRecords(db, query);
    return { data: rows, pagination };
  },

  createUsageRecord: async ({ db, ports, body }) => {
    const [recorded] = await recordUsage(db, ports, [body]);
    if (recorded === undefined || 'refusal' in recorded) throw recorded?.refusal;
    const row = await findUsageRecord(db, recorded.usage_id);
    if (row === undefined) throw notFound('Usage record');
    return { data: row };
  },

  bulkCreateUsageRecords: async ({ db, ports, body }) => {
    const recorded = await recordUsage(db, ports, body.records);
    const errors = recorded.flatMap((one, index) => ('refusal' in one ? [{ index, ...itemRefusal(one.refusal) }] : []));
    const created_count = recorded.filter((one) => 'isNew' in one && one.isNew).length;
    return { data: { created_count, duplicate_count: recorded.length - errors.length - created_count, errors } };
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
