import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import fc from 'fast-check';
import { fakes } from '../../testing/fakes.ts';
import { anEntry, makeMonth } from '../../testing/make-time.ts';
import { timeService } from '../../time-service.ts';

type Status = 'DRAFT' | 'SUBMITTED' | 'APPROVED' | 'CHANGES_REQUESTED';

/** What a sheet should be like, by the table of states alone. */
interface Model {
  status: Status;
  readonly entries: Map<number, Status>;
}

const isOpen = (status: Status) => status === 'DRAFT' || status === 'CHANGES_REQUESTED';

type Step =
  | readonly ['log' | 'change' | 'delete' | 'approveEntry' | 'giveEntryBack', number]
  | readonly ['submit' | 'approve' | 'giveBack' | 'reverse'];

const days = fc.integer({ min: 2, max: 5 });
const steps = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom('log', 'change', 'delete', 'approveEntry', 'giveEntryBack'), days),
    fc.tuple(fc.constantFrom('submit', 'approve', 'giveBack', 'reverse')),
  ) as fc.Arbitrary<Step>,
  { minLength: 5, maxLength: 25 },
);

/** Does a step to the model. @returns whether it is allowed */
function expected(model: Model, [step, day]: readonly [Step[0], number?]): boolean {
  const { entries } = model;
  const entry = day === undefined ? undefined : entries.get(day);
  const moveAll = (from: Status, to: Status) => entries.forEach((status, key) => status === from && entries.set(key, to));
  switch (step) {
    case 'log':
      if (!isOpen(model.status) || entry !== undefined) return false;
      entries.set(day!, 'DRAFT');
      return true;
    case 'change':
      return entry !== undefined && isOpen(entry) && isOpen(model.status);
    case 'delete':
      if (entry === undefined || !isOpen(entry) || !isOpen(model.status)) return false;
      entries.delete(day!);
      return true;
    case 'submit':
      if (!isOpen(model.status) || entries.size === 0) return false;
      model.status = 'SUBMITTED';
      moveAll('DRAFT', 'SUBMITTED');
      moveAll('CHANGES_REQUESTED', 'SUBMITTED');
      return true;
    case 'approve':
      if (model.status !== 'SUBMITTED') return false;
      model.status = 'APPROVED';
      moveAll('SUBMITTED', 'APPROVED');
      return true;
    case 'giveBack':
      if (model.status !== 'SUBMITTED') return false;
      model.status = 'CHANGES_REQUESTED';
      moveAll('SUBMITTED', 'CHANGES_REQUESTED');
      return true;
    case 'reverse':
      if (model.status !== 'APPROVED') return false;
      model.status = 'CHANGES_REQUESTED';
      moveAll('APPROVED', 'CHANGES_REQUESTED');
      return true;
    case 'approveEntry':
      if (entry !== 'SUBMITTED') return false;
      entries.set(day!, 'APPROVED');
      if ([...entries.values()].every((status) => status === 'APPROVED')) model.status = 'APPROVED';
      return true;
    case 'giveEntryBack':
      if (entry !== 'SUBMITTED') return false;
      model.status = 'CHANGES_REQUESTED';
      moveAll('SUBMITTED', 'CHANGES_REQUESTED');
      return true;
  }
}

describe('a time sheet, whatever is done to it in any order', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(timeService, { ports: fakes });
  });
  afterAll(() => service.stop());

  /** Does a step through the API. @returns whether it was done */
  async function done(api: TestApi, deciding: TestApi, sheet: string, ids: Map<number, string>, [step, day]: Step): Promise<boolean> {
    const entry = `/api/v1/time-entries/${ids.get(day ?? 0) ?? randomUUID()}`;
    const entry_ids = [ids.get(day ?? 0) ?? randomUUID()];
    const onSheet = (action: string, body = {}, by = deciding) => by.post(`/api/v1/time-sheets/${sheet}/${action}`, body);
    const reply = async () => {
      switch (step) {
        case 'log': {
          const created = await api.post('/api/v1/time-entries', anEntry({}, day));
          if (created.status === 201) ids.set(day, created.body.data.entry_id as string);
          return created;
        }
        case 'change':
          return api.put(entry, { notes: randomUUID() });
        case 'delete':
          return api.delete(entry);
        case 'submit':
          return onSheet('submit', {}, api);
        case 'approve':
          return onSheet('approve');
        case 'giveBack':
          return onSheet('request-changes', { change_reason: 'Look again' });
        case 'reverse':
          return onSheet('reverse-approval', { reversal_reason: 'Too early' });
        case 'approveEntry':
          return deciding.post('/api/v1/time-entries/approve', { entry_ids });
        case 'giveEntryBack':
          return deciding.post('/api/v1/time-entries/request-changes', { entry_ids, change_reason: 'Look again' });
      }
    };
    const { status, text } = await reply();
    if (status >= 500) throw new Error(text);
    return status < 300;
  }

  it('is as its table of states says, and its entries and sums agree', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const me = caller();
        const api = service.api(me);
        const deciding = service.api({ ...me, userId: randomUUID() });
        const { body } = await api.post('/api/v1/time-sheets', { period_id: await makeMonth(api) });
        const sheet = body.data.id as string;
        const model: Model = { status: 'DRAFT', entries: new Map() };
        const ids = new Map<number, string>();
        for (const step of sequence) {
          const did = await done(api, deciding, sheet, ids, step);
          expect([step, did]).toEqual([step, expected(model, step)]);
        }
        const { data } = (await api.get(`/api/v1/time-sheets/${sheet}`)).body as {
          data: { approval_status: string; total_hours: number; time_entries: { work_date: string; approval_status: string }[] };
        };
        const shown = data.time_entries.map(({ work_date, approval_status }) => [Number(work_date.slice(-2)), approval_status]);
        expect({ status: data.approval_status, hours: data.total_hours, entries: shown }).toEqual({
          status: model.status,
          hours: model.entries.size,
          entries: [...model.entries].toSorted(([one], [other]) => one - other),
        });
      }),
      { numRuns: 25 },
    );
  });
});
