import { referenceDataRoutes } from '@psa/contracts-desk';
import { demandPermissions } from '@psa/http-kit';
import { handlers } from '../../desk-app.ts';
import { ensureStandardSet } from '../standard-set/standard-set.ts';
import { availableItems, findConflicts, importItems } from './reference-data.actions.ts';

export const referenceDataHandlers = handlers(referenceDataRoutes, {
  listAvailableReferenceData: async ({ db, body }) => {
    await ensureStandardSet(db);
    return { data: await availableItems(db, body) };
  },
  checkReferenceDataConflicts: async ({ db, body }) => {
    await ensureStandardSet(db);
    return { data: await findConflicts(db, body) };
  },
  importReferenceData: async ({ db, body, principal }) => {
    demandPermissions(principal, [body.data_type === 'service_categories' ? 'billing_settings:update' : 'ticket_settings:update']);
    await ensureStandardSet(db);
    return { data: await importItems(db, body) };
  },
});
