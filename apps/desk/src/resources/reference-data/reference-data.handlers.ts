import { type ReferenceDataType, referenceDataRoutes } from '@psa/contracts-desk';
import { demandPermissions } from '@psa/http-kit';
import { handlers } from '../../desk-app.ts';
import { ensureStandardSet } from '../standard-set/standard-set.actions.ts';
import { availableItems, findConflicts, importItems } from './reference-data.actions.ts';

const OF_BILLING: ReadonlySet<ReferenceDataType> = new Set(['service_categories', 'service_types']);

export const referenceDataHandlers = handlers(referenceDataRoutes, {
  listAvailableReferenceData: async ({ db, ports, body }) => {
    await ensureStandardSet(db);
    return { data: await availableItems(db, ports, body) };
  },
  checkReferenceDataConflicts: async ({ db, ports, body }) => {
    await ensureStandardSet(db);
    return { data: await findConflicts(db, ports, body) };
  },
  importReferenceData: async ({ db, ports, body, principal }) => {
    demandPermissions(principal, [OF_BILLING.has(body.data_type) ? 'billing_settings:update' : 'ticket_settings:update']);
    await ensureStandardSet(db);
    return { data: await importItems(db, ports, body) };
  },
});
