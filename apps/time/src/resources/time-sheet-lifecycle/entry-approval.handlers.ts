import { timeEntryApprovalRoutes } from '@psa/contracts-time';
import { handlers } from '../../time-app.ts';
import { approveEntries, type EntryResult, requestEntryChanges } from './entry-approval.actions.ts';

const succeeded = (results: readonly EntryResult[]) => results.filter(({ success }) => success).length;

export const entryApprovalHandlers = handlers(timeEntryApprovalRoutes, {
  approveTimeEntries: async ({ db, ports, principal, body }) => {
    const results = await approveEntries(db, ports, principal, body);
    return { data: { approved_count: succeeded(results), results } };
  },

  requestTimeEntryChanges: async ({ db, ports, principal, body }) => {
    const results = await requestEntryChanges(db, ports, principal, body);
    return { data: { changed_count: succeeded(results), results } };
  },
});
