import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError, conflict } from '@psa/contract-kit';
import { caller, earlier, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import type { TimeEntries } from '../../ports/time-entries.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeTicket } from '../../testing/make-ticket.ts';

const SERVICE = '5e54ce00-1111-4111-8111-111111111111';

describe('time that is logged with a comment', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  /** Entries by the key they were made under, as the time service keeps them. */
  const entries = new Map<string, { id: string; actor: string }>();
  /** What happens to the answer of the time service. */
  let answer: () => void;
  let ticketId: string;

  const timeEntries: TimeEntries = {
    ...(fakes.timeEntries as TimeEntries),
    async create({ actor }, _, key) {
      const entry = entries.get(key) ?? { id: randomUUID(), actor: actor.id };
      entries.set(key, entry);
      answer();
      return entry.id;
    },
    async delete({ actor }, id) {
      for (const [key, entry] of entries) if (entry.id === id && entry.actor === actor.id) entries.delete(key);
    },
  };

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: { ...fakes, timeEntries } });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    entries.clear();
    answer = () => {};
    ticketId = (await makeTicket(api)).ticket_id;
  });

  const comment = (headers: Record<string, string> = {}) =>
    api.post(
      `/api/v1/tickets/${ticketId}/comments`,
      {
        comment_text: 'Done',
        time_entry: { service_id: SERVICE, start_time: '2026-11-02T09:00:00Z', end_time: '2026-11-02T09:30:00Z' },
      },
      { headers },
    );
  const comments = async () => (await api.get(`/api/v1/tickets/${ticketId}/comments`)).body.data.length as number;
  const steps = () => service.sql('select 1 from outside_steps where tenant = $1', [me.tenant]);
  const sweepLater = async () => {
    await service.sql(`update outside_steps set noted_at = ${earlier('noted_at', "interval '3 minutes'")} where tenant = $1`, [me.tenant]);
    await service.tick('outside-steps');
  };

  it('is there with it, once under one key', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, again] = [await comment(headers), await comment(headers)];
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect([entries.size, await comments(), await steps()]).toEqual([1, 1, []]);
  });

  it('is not there when the time service refuses it', async () => {
    answer = () => {
      entries.clear();
      throw conflict('The time sheet was submitted');
    };
    expect((await comment()).status).toBe(409);
    expect([await comments(), await steps()]).toEqual([0, []]);
  });

  it('is taken back in the name of who logged it when the answer never came', async () => {
    answer = () => {
      throw new ApiError('SERVICE_UNAVAILABLE');
    };
    expect((await comment()).status).toBe(503);
    expect([entries.size, await comments()]).toEqual([1, 0]);
    answer = () => {};
    await sweepLater();
    expect([entries.size, await comments(), await steps()]).toEqual([0, 0, []]);
  });

  it('is taken back at the next sweep however much there is', async () => {
    const step = { kind: 'time_entry', entry: { service_id: SERVICE } };
    await service.sql('insert into outside_steps (tenant, step_id, details, actor) select $1::uuid, unnest($2::uuid[]), $3, $4', [
      me.tenant,
      Array.from({ length: 450 }, () => randomUUID()),
      JSON.stringify(step),
      JSON.stringify({ id: me.userId, type: 'user' }),
    ]);
    await sweepLater();
    expect([entries.size, await steps()]).toEqual([0, []]);
  });

  it('is neither logged nor written on a ticket that is gone', async () => {
    await api.delete(`/api/v1/tickets/${ticketId}`);
    expect((await comment()).status).toBe(404);
    expect([entries.size, await steps()]).toEqual([0, []]);
  });
});
