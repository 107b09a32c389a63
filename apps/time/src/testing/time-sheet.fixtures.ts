import { randomUUID } from 'node:crypto';
import type { timeEntryApprovalRoutes, timePeriodClosingRoutes, timeSheetRoutes } from '@psa/contracts-time';
import { everyPermission } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { managed } from './fakes.ts';
import { type MadeEntry, makeEntry, makeMonth } from './make-time.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

/** Somebody the caller manages: nobody decides on their own time. */
function colleague({ service, caller }: World) {
  const userId = randomUUID();
  managed.set(caller.userId, [...(managed.get(caller.userId) ?? []), userId]);
  return service.api({ ...caller, userId, permissions: everyPermission });
}

async function entryOfColleague(world: World, ...steps: ('submit' | 'approve')[]): Promise<MadeEntry> {
  const entry = await makeEntry(colleague(world));
  for (const step of steps) {
    const { status, text } = await colleague(world).post(`/api/v1/time-sheets/${entry.time_sheet_id}/${step}`, {});
    if (status !== 200) throw new Error(text);
  }
  return entry;
}

const onSheet =
  (steps: ('submit' | 'approve')[] = [], body?: Record<string, unknown>): Fixture =>
  async (world) => ({ params: { id: (await entryOfColleague(world, ...steps)).time_sheet_id }, ...(body !== undefined && { body }) });

const withSheets =
  (query: Record<string, string> = {}): Fixture =>
  async (world) => {
    await entryOfColleague(world);
    return { query };
  };

export const timeSheetFixtures: Fixtures<typeof timeSheetRoutes> = {
  listTimeSheets: withSheets(),
  createTimeSheet: async ({ api }) => ({ body: { period_id: await makeMonth(api), notes: 'Away until the 8th' } }),
  searchTimeSheets: withSheets({ query: 'Ada', include_entries: 'true' }),
  exportTimeSheets: withSheets({ include_time_entries: 'true', include_comments: 'true' }),
  getTimeSheetStats: withSheets(),
  bulkApproveTimeSheets: async (world) => ({ body: { time_sheet_ids: [(await entryOfColleague(world, 'submit')).time_sheet_id] } }),
  getTimeSheet: onSheet(),
  updateTimeSheet: onSheet([], { notes: 'Away until the 9th' }),
  submitTimeSheet: onSheet([], { submission_notes: 'The 3rd was a holiday' }),
  approveTimeSheet: onSheet(['submit'], { approval_notes: 'Fine' }),
  requestTimeSheetChanges: onSheet(['submit'], { change_reason: 'The 3rd was a holiday' }),
  reverseTimeSheetApproval: onSheet(['submit', 'approve'], { reversal_reason: 'The wrong client' }),
  listTimeSheetComments: onSheet(['submit']),
  createTimeSheetComment: onSheet([], { comment_text: 'Was this on site?' }),
};

export const timeEntryApprovalFixtures: Fixtures<typeof timeEntryApprovalRoutes> = {
  approveTimeEntries: async (world) => ({ body: { entry_ids: [(await entryOfColleague(world, 'submit')).entry_id] } }),
  requestTimeEntryChanges: async (world) => ({
    body: { entry_ids: [(await entryOfColleague(world, 'submit')).entry_id], change_reason: 'The wrong client' },
  }),
};

export const timePeriodClosingFixtures: Fixtures<typeof timePeriodClosingRoutes> = {
  closeTimePeriod: async (world) => {
    await entryOfColleague(world);
    return { params: { id: await makeMonth(colleague(world)) } };
  },
  reopenTimePeriod: async (world) => {
    await entryOfColleague(world);
    const id = await makeMonth(colleague(world));
    await colleague(world).post(`/api/v1/time-periods/${id}/close`);
    return { params: { id }, body: { reason: 'Two people were away' } };
  },
};
