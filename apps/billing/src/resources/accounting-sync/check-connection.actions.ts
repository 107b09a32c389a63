import { findTaxMappings } from '../accounting-mapping/accounting-mapping.records.ts';
import { RecordFailure, type SyncOperation, wholeSelection } from './sync-operation.ts';

/** Looks whether the company answers. */
export const connectionTest: SyncOperation = {
  select: async () => wholeSelection([{ entity: 'connection', local_id: null, external_id: null }]),
  perform: async (work) => {
    await work.call((provider, session) => provider.companyName(session));
    return 'unchanged';
  },
};

/** Looks whether mapped tax codes are still active. */
export const taxSync: SyncOperation = {
  select: async ({ db, sync }) =>
    wholeSelection(
      (await findTaxMappings(db, sync.realm_id)).map(({ local_key, external_id }) => ({
        entity: 'tax_code',
        local_id: local_key,
        external_id,
      })),
    ),
  perform: async (work, { local_id, external_id }) => {
    const id = external_id ?? '';
    const active = await work.call((provider, session) => provider.findActiveIds(session, 'TaxCode', [id]));
    if (!active.has(id))
      throw new RecordFailure(`QuickBooks has no active tax code ${id} for the region ${local_id}: map another, or activate it there`);
    return 'unchanged';
  },
};
