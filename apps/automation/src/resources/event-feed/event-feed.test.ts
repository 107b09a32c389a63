import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetEvents, ticketLinkEvents } from '@psa/contracts-assets';
import type { PublicEvent } from '@psa/contracts-automation';
import { clientEvents } from '@psa/contracts-clients';
import { tagEvents, ticketCommentEvents, ticketEvents } from '@psa/contracts-desk';
import { identityEvents } from '@psa/contracts-identity';
import { caller, eventually, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { anAsset, assetCreated } from '../../testing/make-event.ts';
import { fakeHiddenChannels, fakes, fakeTicketChannels, testSettings } from '../../testing/fakes.ts';
import { toCursor } from './feed-position.ts';

interface Page {
  readonly data: PublicEvent[];
  readonly next_cursor: string;
  readonly has_more: boolean;
}

describe('the feed of events', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const read = async (query: Record<string, string | number> = {}, from: TestApi = api): Promise<Page> => {
    const { status, text, body } = await from.get('/api/v1/events', { query });
    if (status !== 200) throw new Error(text);
    return body as Page;
  };
  const recorded = (count: number, tenant = me.tenant) =>
    eventually(async () => {
      const [row] = await service.sql<{ count: number }>('select count(*)::int as count from feed_events where tenant = $1', [tenant]);
      return row?.count === count;
    });
  const names = ({ data }: Page) => data.map(({ eventname }) => eventname);

  it('tells what happened, from the oldest event on, page by page', async () => {
    const ids: string[] = [];
    for (let event = 0; event < 5; event++) {
      ids.push(await assetCreated(service, me.tenant));
      await recorded(event + 1);
    }
    const first = await read({ limit: 2 });
    const second = await read({ limit: 2, after: first.next_cursor });
    const third = await read({ limit: 2, after: second.next_cursor });
    const end = await read({ limit: 2, after: third.next_cursor });
    expect([first, second, third].flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
    expect([first, second, third, end].map(({ has_more }) => has_more)).toEqual([true, true, false, false]);
    expect(end).toEqual({ data: [], next_cursor: third.next_cursor, has_more: false });
    // The same page is the same for ever.
    expect(await read({ limit: 2, after: first.next_cursor })).toEqual({ ...second });
  });

  it('gives the events about one subject when asked to', async () => {
    const asset = anAsset();
    await service.publish(me.tenant, assetEvents.created, asset);
    await assetCreated(service, me.tenant);
    await recorded(2);
    const { data, has_more } = await read({ subject: asset.asset_id });
    expect({ subjects: data.map(({ subject }) => subject), has_more }).toEqual({ subjects: [asset.asset_id], has_more: false });
  });

  it('begins now when asked to', async () => {
    await assetCreated(service, me.tenant);
    await recorded(1);
    const { data, next_cursor } = await read({ after: 'latest' });
    expect(data).toEqual([]);
    await assetCreated(service, me.tenant);
    await recorded(2);
    expect((await read({ after: next_cursor })).data).toHaveLength(1);
  });

  it("is of the caller's tenant alone, and gives no hint of others", async () => {
    const other = caller();
    for (let event = 0; event < 3; event++) await assetCreated(service, other.tenant);
    await recorded(3, other.tenant);
    await assetCreated(service, me.tenant);
    await recorded(1);
    const mine = await read();
    expect(mine.data.map(({ tenantid }) => tenantid)).toEqual([me.tenant]);
    expect(mine.next_cursor).toBe(toCursor(1));
  });

  it('gives the events whose subjects the caller may read, of the types asked for', async () => {
    const client_id = randomUUID();
    await service.publish(me.tenant, assetEvents.created, anAsset({ client_id }));
    await service.publish(me.tenant, assetEvents.deleted, { asset_id: randomUUID(), client_id });
    await service.publish(me.tenant, clientEvents.deleted, { client_id });
    await service.publish(me.tenant, identityEvents.apiKeyCreated, { api_key_id: randomUUID(), user_id: randomUUID() });
    await recorded(4);
    const as = (permissions: TestCaller['permissions'], given: Partial<TestCaller> = {}) => service.api({ ...me, permissions, ...given });
    const sorted = async (from: TestApi, query: Record<string, string> = {}) => names(await read(query, from)).sort();
    expect(await sorted(as(everyPermission))).toEqual(['api_key.created', 'asset.created', 'asset.deleted', 'client.deleted']);
    expect(await sorted(as(['asset:read']))).toEqual(['asset.created', 'asset.deleted']);
    expect(await sorted(as(['asset:read', 'client:read']), { type: 'asset.created,client.*' })).toEqual([
      'asset.created',
      'client.deleted',
    ]);
    expect(await sorted(as(['asset:create']))).toEqual([]);
    expect(await sorted(as(['asset:read']), { type: 'client.*' })).toEqual([]);
    // Whoever may read nothing still learns where they are.
    expect((await read({}, as([]))).next_cursor).toBe(toCursor(4));
  });

  it('gives people of a client what is theirs to know of their client', async () => {
    const [mine, other] = [randomUUID(), randomUUID()];
    await service.publish(me.tenant, clientEvents.deleted, { client_id: mine });
    await service.publish(me.tenant, clientEvents.deleted, { client_id: other });
    await service.publish(me.tenant, assetEvents.created, anAsset({ client_id: mine }));
    await recorded(3);
    const portal = (given: Partial<TestCaller>) =>
      read({}, service.api({ ...me, userType: 'client', permissions: ['client:read', 'asset:read'], ...given }));
    expect((await portal({ clientId: mine })).data).toMatchObject([{ eventname: 'client.deleted', data: { client_id: mine } }]);
    expect((await portal({})).data).toEqual([]);
    expect((await portal({ clientId: mine, permissions: [] })).data).toEqual([]);
  });

  it('tells nothing of tickets, and of what belongs to them, whose channel is for other teams', async () => {
    const [hiddenChannel, openChannel, secret, shown] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
    fakeHiddenChannels.set(me.userId, [hiddenChannel]);
    fakeTicketChannels.set(secret, hiddenChannel).set(shown, openChannel);
    const comment = { comment_id: randomUUID(), is_internal: false, is_resolution: false, author_type: 'system' as const, author_id: null };
    for (const [ticket_id, channel_id] of [
      [secret, hiddenChannel],
      [shown, openChannel],
    ] as const) {
      await service.publish(me.tenant, ticketEvents.deleted, { ticket_id, channel_id });
      // As they were before events told of channels.
      await service.publish(me.tenant, ticketCommentEvents.added, { ...comment, by_mail: false, ticket_id });
      await service.publish(me.tenant, ticketLinkEvents.linked, { asset_id: randomUUID(), ticket_id, relationship_type: 'affected' });
      await service.publish(me.tenant, tagEvents.applied, {
        ...{ tag_id: randomUUID(), definition_id: randomUUID(), tag_text: 'vip' },
        ...{ tagged_type: 'ticket', tagged_id: ticket_id },
      });
    }
    await assetCreated(service, me.tenant);
    await recorded(9);
    const as = (permissions: TestCaller['permissions'], userId = me.userId) => read({}, service.api({ ...me, userId, permissions }));
    const technician = everyPermission.filter((name) => name !== 'ticket_settings:update');
    const of = ({ data }: Page) => JSON.stringify(data);
    const page = await as(technician);
    expect([page.data.length, of(page).includes(secret), page.next_cursor]).toEqual([5, false, toCursor(9)]);
    expect((await as(technician, randomUUID())).data).toHaveLength(9);
  });

  it('tells nothing anymore of a ticket that was moved to a channel for other teams', async () => {
    const [hiddenChannel, openChannel, moved, deleted] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
    fakeHiddenChannels.set(me.userId, [hiddenChannel]);
    fakeTicketChannels.set(moved, hiddenChannel);
    for (const ticket_id of [moved, deleted])
      await service.publish(me.tenant, ticketEvents.deleted, { ticket_id, channel_id: openChannel });
    await recorded(2);
    const technician = everyPermission.filter((name) => name !== 'ticket_settings:update');
    const { data } = await read({}, service.api({ ...me, permissions: technician }));
    expect(data).toMatchObject([{ data: { ticket_id: deleted } }]);
  });

  it.each([
    ['after', 'nonsense'],
    ['after', Buffer.from('1.-4').toString('base64url')],
    ['after', Buffer.from('2.4').toString('base64url')],
    ['type', 'no.such_event'],
    ['limit', '501'],
  ])('refuses %s=%j', async (parameter, value) => {
    const { status, body } = await api.get('/api/v1/events', { query: { [parameter]: value } });
    expect([status, body.error.details[0].path[0]]).toEqual([400, parameter]);
  });

  it('says that a position is gone when events after it are no longer kept, or that it never was', async () => {
    for (let event = 0; event < 4; event++) await assetCreated(service, me.tenant);
    await recorded(4);
    await service.sql("update feed_events set recorded_at = now() - interval '31 days' where tenant = $1 and position <= 2", [me.tenant]);
    await service.tick('feed-retention');
    expect(await service.sql('select position::int from feed_events where tenant = $1 order by 1', [me.tenant])).toEqual([
      { position: 3 },
      { position: 4 },
    ]);
    const after = (position: number) => api.get('/api/v1/events', { query: { after: toCursor(position) } });
    expect([(await after(0)).status, (await after(1)).body.error.code]).toEqual([410, 'CURSOR_EXPIRED']);
    expect((await after(2)).body.data).toHaveLength(2);
    expect((await after(4)).body.data).toHaveLength(0);
    expect((await after(5)).status).toBe(410);
    expect((await read()).data).toHaveLength(2);

    await service.sql("update feed_events set recorded_at = now() - interval '31 days' where tenant = $1", [me.tenant]);
    await service.tick('feed-retention');
    expect((await read()).next_cursor).toBe(toCursor(4));
    await assetCreated(service, me.tenant);
    await eventually(async () => (await read({ after: toCursor(4) })).data.length === 1);
  });

  it('has no gaps and changes nothing behind a reader, however many write at once', async () => {
    const EVENTS = 400;
    const seen: string[] = [];
    let reading = true;
    const reader = (async () => {
      let after: string | undefined;
      while (reading || seen.length < EVENTS) {
        const page = await read({ limit: 50, ...(after === undefined ? {} : { after }) });
        seen.push(...page.data.map(({ id }) => id));
        after = page.next_cursor;
        if (seen.length >= EVENTS) return;
      }
    })();
    const ids = await Promise.all(Array.from({ length: EVENTS }, () => assetCreated(service, me.tenant)));
    await recorded(EVENTS);
    reading = false;
    await reader;
    expect(seen).toHaveLength(EVENTS);
    expect(new Set(seen)).toEqual(new Set(ids));
    const [positions] = await service.sql(
      'select min(position)::int, max(position)::int, count(*)::int from feed_events where tenant = $1',
      [me.tenant],
    );
    expect(positions).toEqual({ min: 1, max: EVENTS, count: EVENTS });
  }, 30_000);

  it('gives no position before the one that comes first is decided', async () => {
    await assetCreated(service, me.tenant);
    await recorded(1);
    const client = await service.database.admin.connect();
    try {
      await client.query('begin');
      const {
        rows: [head],
      } = await client.query<{ last: number }>(
        'update feed_heads set last_position = last_position + 1 where tenant = $1 returning last_position::int as last',
        [me.tenant],
      );
      const waiting = await assetCreated(service, me.tenant);
      await new Promise((resolve) => {
        setTimeout(resolve, 300);
      });
      expect((await read({ after: toCursor(1) })).data).toEqual([]);
      await client.query(
        `with known as materialized (select event_type, event from feed_events where tenant = $1)
         insert into feed_events (tenant, position, event_id, event_type, event, recorded_at)
         select $1, $2, gen_random_uuid(), event_type, event, now() from known`,
        [me.tenant, head?.last],
      );
      await client.query('commit');
      const page = await eventually(async () => {
        const found = await read({ after: toCursor(1) });
        return found.data.length === 2 && found;
      });
      expect([page.data[1]?.id, page.next_cursor]).toEqual([waiting, toCursor(3)]);
    } finally {
      client.release();
    }
  });

  it('is enough to rebuild what a consumer keeps', async () => {
    const client_id = randomUUID();
    const truth = new Map<string, string>();
    const assets = Array.from({ length: 12 }, () => randomUUID());
    const happenings: (() => Promise<string>)[] = [];
    for (const [index, asset_id] of assets.entries()) {
      const of = (name: string) => anAsset({ asset_id, client_id, name }) as never;
      happenings.push(
        () => service.publish(me.tenant, assetEvents.created, of('new'), 1),
        () => service.publish(me.tenant, assetEvents.updated, { ...(of('newer') as object), changes: {} } as never, 2),
        () => service.publish(me.tenant, assetEvents.updated, { ...(of(`newest ${index}`) as object), changes: {} } as never, 3),
      );
      if (index % 3 === 0) happenings.push(() => service.publish(me.tenant, assetEvents.deleted, { asset_id, client_id }, 4));
      else truth.set(asset_id, `newest ${index}`);
    }
    // Events of one subject may arrive in any order.
    await Promise.all(happenings.sort(() => Math.random() - 0.5).map((happen) => happen()));
    await recorded(happenings.length);

    const known = new Map<string, { version: number; name: string | null }>();
    for (
      let page = await read({ limit: 7, type: 'asset.*' });
      ;
      page = await read({ limit: 7, type: 'asset.*', after: page.next_cursor })
    ) {
      for (const { subject, aggregateversion, eventname, data } of page.data) {
        if ((known.get(subject)?.version ?? 0) >= aggregateversion) continue;
        known.set(subject, { version: aggregateversion, name: eventname === 'asset.deleted' ? null : String(data['name']) });
      }
      if (!page.has_more) break;
    }
    expect(new Map([...known].flatMap(([id, { name }]) => (name === null ? [] : [[id, name]])))).toEqual(truth);
  });
});
