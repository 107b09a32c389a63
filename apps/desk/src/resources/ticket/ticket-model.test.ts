import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Channel, TicketStatus } from '@psa/contracts-desk';
import { caller, type TestApi, TestService, type TestResponse } from '@psa/test-kit';
import fc from 'fast-check';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeChannel, makeTicket } from '../../testing/make-ticket.ts';

type Operation =
  | 'comment'
  | 'note'
  | 'resolve'
  | 'delete'
  | 'open'
  | 'wait'
  | 'close'
  | 'assign'
  | 'item'
  | 'tick'
  | 'answer'
  | 'child'
  | 'adopt'
  | 'merge';

const OPERATIONS: readonly Operation[] = [
  'comment',
  'note',
  'resolve',
  'delete',
  'open',
  'wait',
  'close',
  'assign',
  'item',
  'tick',
  'answer',
  'child',
  'adopt',
  'merge',
];

/** Answers a command may be refused with: what it says is wrong or gone, or the state of the ticket does not allow it. */
const REFUSALS = new Set([400, 403, 404, 409]);

describe('tickets under any commands of several people at once', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());

  interface World {
    readonly staff: TestApi;
    readonly person: TestApi;
    readonly tenant: string;
    readonly clientId: string;
    readonly channel: Channel;
    readonly statuses: TicketStatus[];
    readonly tickets: string[];
  }

  async function makeWorld(): Promise<World> {
    const me = caller();
    const clientId = randomUUID();
    const staff = service.api(me);
    const channel = await makeChannel(staff, {
      close_rules: { resolution_comment: true, checklist_incomplete: true, open_children: true },
    });
    const statuses = (await staff.get(`/api/v1/statuses?channel_id=${channel.channel_id}`)).body.data as TicketStatus[];
    const tickets: string[] = [];
    for (let made = 0; made < 3; made++)
      tickets.push((await makeTicket(staff, { client_id: clientId, channel_id: channel.channel_id })).ticket_id);
    const person = service.api({ ...me, userId: randomUUID(), userType: 'client', clientId });
    return { staff, person, tenant: me.tenant, clientId, channel, statuses, tickets };
  }

  async function perform(world: World, operation: Operation, index: number): Promise<TestResponse> {
    const { staff, person, tickets, statuses, channel, clientId } = world;
    const id = tickets[index % tickets.length] as string;
    const path = `/api/v1/tickets/${id}`;
    const statusId = (name: string) => statuses.find((status) => status.name === name)?.status_id;
    const lastOf = async (list: string, member: string) =>
      ((await staff.get(`${path}/${list}`)).body.data as Record<string, string>[]).at(-1)?.[member];
    switch (operation) {
      case 'comment':
        return staff.post(`${path}/comments`, { comment_text: 'Public' });
      case 'note':
        return staff.post(`${path}/comments`, { comment_text: 'Internal', is_internal: true });
      case 'resolve':
        return staff.post(`${path}/comments`, { comment_text: 'Solved', is_resolution: true });
      case 'delete':
        return staff.delete(`${path}/comments/${(await lastOf('comments', 'comment_id')) ?? randomUUID()}`);
      case 'open':
        return staff.put(`${path}/status`, { status_id: statusId('In Progress') });
      case 'wait':
        return staff.put(`${path}/status`, { status_id: statusId('Waiting for Customer') });
      case 'close':
        return staff.post(`${path}/close`, {});
      case 'assign':
        return staff.put(`${path}/assignment`, { assigned_to: randomUUID() });
      case 'item':
        return staff.post(`${path}/checklist`, { item_text: 'Do it', is_required: true });
      case 'tick':
        return staff.put(`${path}/checklist/${(await lastOf('checklist', 'checklist_item_id')) ?? randomUUID()}`, { is_completed: true });
      case 'answer':
        return person.post(`${path}/comments`, { comment_text: 'From the client' });
      case 'child': {
        const body = { title: 'Child', channel_id: channel.channel_id, client_id: clientId, priority: 'Low', parent_ticket_id: id };
        return staff.post('/api/v1/tickets', body);
      }
      case 'adopt':
        return staff.put(path, { parent_ticket_id: tickets[(index + 2) % tickets.length] });
      case 'merge':
        return staff.post(`${path}/merge`, { source_ticket_ids: [tickets[(index + 1) % tickets.length]] });
    }
  }

  /** What must hold of every ticket whatever was done. Each row names a ticket of which it does not. */
  const INVARIANTS: Readonly<Record<string, string>> = {
    'closed_at, closed and the status agree': `select t.ticket_id from tickets t join ticket_statuses s on s.tenant = t.tenant and s.status_id = t.status_id
      where t.tenant = $1 and (t.is_closed <> s.is_closed or t.is_closed <> (t.closed_at is not null) or t.channel_id <> s.channel_id)`,
    'comments are counted': `select t.ticket_id from tickets t where t.tenant = $1 and t.merged_into is null and (
      t.comment_count <> (select count(*) from ticket_comments c where c.tenant = t.tenant and c.ticket_id = t.ticket_id and c.deleted_at is null)
      or t.public_comment_count <> (select count(*) from ticket_comments c where c.tenant = t.tenant and c.ticket_id = t.ticket_id and c.deleted_at is null and not c.is_internal))`,
    'no clock stands still for a closed ticket, or for one whose client has answered': `select t.ticket_id from tickets t where t.tenant = $1
      and t.sla_paused_since is not null and (t.is_closed or t.response_state = 'awaiting_internal')`,
    'what was merged is closed and stays so': `select t.ticket_id from tickets t where t.tenant = $1 and t.merged_into is not null and not t.is_closed`,
    'no ticket is a part of itself': `with recursive above as (
        select t.ticket_id, t.parent_ticket_id, 1 as depth from tickets t where t.tenant = $1 and t.parent_ticket_id is not null
        union all select above.ticket_id, t.parent_ticket_id, above.depth + 1 from above
          join tickets t on t.tenant = $1 and t.ticket_id = above.parent_ticket_id where t.parent_ticket_id is not null and above.depth < 20)
      select distinct ticket_id from above where ticket_id = parent_ticket_id or depth = 20`,
    'history tells of every status': `select t.ticket_id from tickets t where t.tenant = $1 and t.status_id::text <> coalesce(
      (select h.changes -> 'status_id' ->> 'new' from ticket_history h where h.tenant = t.tenant and h.ticket_id = t.ticket_id and h.changes ? 'status_id'
        order by h.created_at desc, h.history_id desc limit 1), t.status_id::text)`,
    'figures are what there is': `select part, kind, key, sum(amount) from (
        select part, kind, key, amount from figures where tenant = $1 and subject = 'ticket'
        union all select channel_id::text, 'status', status_id::text, -1 from tickets where tenant = $1
        union all select channel_id::text, 'priority', priority_id::text, -1 from tickets where tenant = $1 and priority_id is not null
        union all select channel_id::text, 'status_priority', status_id || ' ' || priority_id, -1 from tickets where tenant = $1 and priority_id is not null
        union all select channel_id::text, 'closed', '', -1 from tickets where tenant = $1 and is_closed
        union all select channel_id::text, 'unassigned', '', -1 from tickets where tenant = $1 and not is_closed and assigned_to is null
        union all select channel_id::text, 'resolved', '', -1 from tickets where tenant = $1 and closed_at is not null) counted
      where kind <> 'resolution_seconds' group by part, kind, key having sum(amount) <> 0`,
    'numbers are given once':
      'select min(t.ticket_id::text) from tickets t where t.tenant = $1 group by t.ticket_number having count(*) > 1',
  };

  const batches = fc.array(fc.array(fc.tuple(fc.constantFrom(...OPERATIONS), fc.nat(2)), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 8,
  });

  it('keep their counts, times, gates and numbers consistent, and refuse without writing', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (steps) => {
        const world = await makeWorld();
        for (const batch of steps) {
          const before = await versionsOf(world.tenant);
          const answers = await Promise.all(batch.map(([operation, index]) => perform(world, operation, index)));
          for (const { status, text } of answers) if (status >= 300 && !REFUSALS.has(status)) throw new Error(`${status} ${text}`);
          if (answers.every(({ status }) => status >= 300)) expect(await versionsOf(world.tenant)).toEqual(before);
          for (const [name, statement] of Object.entries(INVARIANTS))
            expect([name, await service.sql(statement, [world.tenant])]).toEqual([name, []]);
        }
        await assertEvents(world.tenant);
      }),
      { numRuns: 12 },
    );
  });

  const versionsOf = (tenant: string) =>
    service.sql(
      'select ticket_id, version, (select count(*) from ticket_comments c where c.tenant = t.tenant) comments from tickets t where tenant = $1 order by 1',
      [tenant],
    );

  /** Opened and closed take turns in the events of a ticket, and their versions never fall. */
  async function assertEvents(tenant: string): Promise<void> {
    const bySubject = Map.groupBy(await service.events(tenant), ({ subject }) => subject);
    for (const events of bySubject.values()) {
      const versions = events.map(({ aggregateversion }) => aggregateversion);
      expect(versions).toEqual([...versions].sort((one, other) => one - other));
      const turns = events.map(({ type }) => /ticket\.(closed|reopened)\.v1$/.exec(type)?.[1]).filter((turn) => turn !== undefined);
      expect(turns).toEqual(turns.map((_, index) => (index % 2 === 0 ? 'closed' : 'reopened')));
    }
  }
});
