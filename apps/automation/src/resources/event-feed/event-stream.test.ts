import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PublicEvent } from '@psa/contracts-automation';
import { caller, eventually, type TestCaller, TestService } from '@psa/test-kit';
import { automationService } from '../../automation-service.ts';
import { EventSource } from '../../testing/event-source.ts';
import { assetCreated } from '../../testing/make-event.ts';
import { fakes, testSettings } from '../../testing/fakes.ts';
import { toCursor } from './feed-position.ts';

describe('the stream of events', () => {
  let service: TestService;
  let me: TestCaller;

  beforeAll(async () => {
    service = await TestService.start(automationService, { ports: fakes, settings: testSettings });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
  });

  const open = (query = '', headers: Record<string, string> = {}, who = me) => EventSource.open(service.running.url, who, query, headers);
  const idsOf = ({ events }: EventSource) => events.map(({ data }) => (JSON.parse(data) as PublicEvent).id);

  it('tells what has happened, and then what happens', async () => {
    const first = await assetCreated(service, me.tenant);
    await eventually(async () => (await service.sql('select 1 from feed_events where tenant = $1', [me.tenant])).length === 1);
    const source = await open();
    expect([source.status, source.headers.get('content-type'), source.headers.get('x-accel-buffering')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no',
    ]);
    await eventually(() => source.events.length === 1);
    expect(source.events[0]).toMatchObject({ id: toCursor(1), event: 'asset.created' });
    const second = await assetCreated(service, me.tenant);
    await eventually(() => source.events.length === 2);
    expect(idsOf(source)).toEqual([first, second]);
    await source.close();
  });

  it('goes on after the last event that was had', async () => {
    const ids = [];
    for (let event = 0; event < 3; event++) ids.push(await assetCreated(service, me.tenant));
    const source = await open();
    await eventually(() => source.events.length === 3);
    await source.close();
    const again = await open('', { 'last-event-id': source.events[1]?.id ?? '' });
    await eventually(() => again.events.length === 1);
    expect(idsOf(again)).toEqual(idsOf(source).slice(2));
    await again.close();
    const page = await service.api(me).get('/api/v1/events', { query: { after: source.lastEventId } });
    expect(page.body.data).toEqual([]);
    expect(ids).toHaveLength(3);
  });

  it('moves its position past what the caller may not read', async () => {
    const source = await open('?type=client.*');
    for (let event = 0; event < 3; event++) await assetCreated(service, me.tenant);
    await eventually(() => source.lastEventId === toCursor(3));
    expect(source.events).toEqual([]);
    await source.close();
  });

  it("is the caller's alone", async () => {
    const stranger = await open('', {}, caller());
    const mine = await open();
    await assetCreated(service, me.tenant);
    await eventually(() => mine.events.length === 1);
    expect(stranger.events).toEqual([]);
    await Promise.all([stranger.close(), mine.close()]);
  });

  it('refuses before it begins', async () => {
    expect((await open('', { 'last-event-id': 'nonsense' })).status).toBe(400);
    expect((await open('', { 'last-event-id': toCursor(99) })).status).toBe(410);
    expect((await open('?type=no.such')).status).toBe(400);
    expect((await fetch(`${service.running.url}/api/v1/events`, { headers: { accept: 'text/event-stream' } })).status).toBe(401);
  });

  it('is had so many times by one tenant, and no more', async () => {
    const sources = await Promise.all(Array.from({ length: 100 }, () => open('?after=latest')));
    await eventually(async () => {
      const extra = await open();
      await extra.close();
      return extra.status === 429;
    });
    expect((await open('', {}, caller())).status).toBe(200);
    await Promise.all(sources.map((source) => source.close()));
    await eventually(async () => {
      const another = await open();
      await another.close();
      return another.status === 200;
    });
  }, 30_000);

  it('ends in good order when the service stops', async () => {
    const other = await TestService.start(automationService, { ports: fakes, settings: testSettings });
    const source = await EventSource.open(other.running.url, me);
    await other.stop();
    expect(await source.ended).toBe(true);
  });
});
