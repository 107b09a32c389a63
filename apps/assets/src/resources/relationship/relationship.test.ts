import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { relationshipEvents } from '@psa/contracts-assets';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset } from '../../testing/make.ts';

describe('asset relationships', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client: { client_id: string };

  beforeAll(async () => {
    service = await TestService.start(assetsService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    client = await aClient(service, me.tenant);
  });

  const asset = async (name: string): Promise<string> =>
    (await api.post('/api/v1/assets', anAsset(client, { name }))).body.data.data.asset_id as string;
  const relate = (one: string, type: string, other: string) =>
    api.post(`/api/v1/assets/${one}/relationships`, { related_asset_id: other, relationship_type: type });
  const related = async (id: string, query = {}) => (await api.get(`/api/v1/assets/${id}/relationships`, { query })).body.data;

  it('shows a relationship on both assets, each with the other one and the direction', async () => {
    const [host, guest] = [await asset('Host'), await asset('Guest')];
    const { status, body } = await relate(host, 'hosts', guest);
    expect(status).toBe(201);
    const { relationship_id } = body.data.data;
    expect(body.data.data).toMatchObject({ asset_id: host, related_asset_id: guest, relationship_type: 'hosts', tenant: me.tenant });

    expect((await related(host)).data).toMatchObject([
      { relationship_id, direction: 'outgoing', related_asset_name: 'Guest', asset_type: 'workstation', status: 'active' },
    ]);
    expect((await related(guest)).data).toMatchObject([{ relationship_id, direction: 'incoming', related_asset_name: 'Host' }]);
  });

  it('tells both assets of it, each with its own version', async () => {
    const [one, other] = [await asset('One'), await asset('Other')];
    const { relationship_id } = (await relate(one, 'connected_to', other)).body.data.data;
    await api.delete(`/api/v1/assets/relationships/${relationship_id}`);
    const told = (await service.events(me.tenant)).filter(({ type }) => type.includes('relationship'));
    expect(told.map(({ type, subject, aggregateversion, data }) => [type, subject, aggregateversion, data['direction']])).toEqual([
      [relationshipEvents.added.type, one, 2, 'outgoing'],
      [relationshipEvents.added.type, other, 2, 'incoming'],
      [relationshipEvents.removed.type, one, 3, 'outgoing'],
      [relationshipEvents.removed.type, other, 3, 'incoming'],
    ]);
  });

  it('changes the entity tag of both assets', async () => {
    const [one, other] = [await asset('One'), await asset('Other')];
    const etag = (await api.get(`/api/v1/assets/${other}`)).headers.get('etag') as string;
    await relate(one, 'connected_to', other);
    expect((await api.put(`/api/v1/assets/${other}`, { name: 'Late' }, { headers: { 'if-match': etag } })).status).toBe(412);
  });

  it('refuses an asset related to itself, naming the field', async () => {
    const one = await asset('One');
    const { status, body } = await relate(one, 'contains', one);
    expect(status).toBe(400);
    expect(body.error.details.errors).toMatchObject([{ field: 'related_asset_id', code: 'self_reference' }]);
  });

  it('answers 404 when either asset is absent', async () => {
    const one = await asset('One');
    expect((await relate(one, 'contains', randomUUID())).status).toBe(404);
    expect((await relate(randomUUID(), 'contains', one)).status).toBe(404);
    expect((await related(one)).data).toEqual([]);
  });

  it('refuses the same relationship twice, whatever the case of its type, and lets another type through', async () => {
    const [one, other] = [await asset('One'), await asset('Other')];
    expect((await relate(one, 'connected_to', other)).status).toBe(201);
    expect((await relate(one, 'Connected_To', other)).status).toBe(409);
    expect((await relate(one, 'backed_up_by', other)).status).toBe(201);
    expect((await relate(other, 'connected_to', one)).status).toBe(201);
  });

  it('refuses a hierarchy that runs in a circle at any depth, by whichever words', async () => {
    const [rack, server, disk] = [await asset('Rack'), await asset('Server'), await asset('Disk')];
    expect((await relate(rack, 'contains', server)).status).toBe(201);
    expect((await relate(disk, 'part_of', server)).status).toBe(201);
    const circle = await relate(disk, 'PARENT_OF', rack);
    expect(circle.status).toBe(409);
    expect((await relate(rack, 'child', disk)).status).toBe(409);
    expect((await relate(disk, 'connected_to', rack)).status).toBe(201);
  });

  it('adds only one of two relationships that would close a circle together', async () => {
    const [a, b, c, d] = [await asset('A'), await asset('B'), await asset('C'), await asset('D')];
    await relate(a, 'contains', b);
    await relate(c, 'contains', d);
    const statuses = await Promise.all([relate(b, 'contains', c), relate(d, 'contains', a)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('filters by type and text, and pages', async () => {
    const hub = await asset('Hub');
    for (const name of ['Printer', 'Scanner', 'Phone']) await relate(hub, name === 'Phone' ? 'powers' : 'connects', await asset(name));
    const names = (page: { data: { related_asset_name: string }[] }) => page.data.map(({ related_asset_name: name }) => name);
    expect(names(await related(hub, { relationship_type: 'CONNECTS' }))).toEqual(['Printer', 'Scanner']);
    expect(names(await related(hub, { search: 'phon' }))).toEqual(['Phone']);
    const page = await related(hub, { limit: 2, sort: 'related_asset_name' });
    expect([names(page), page.pagination.total]).toEqual([['Phone', 'Printer'], 3]);
    expect(names(await related(hub, { limit: 2, sort: 'related_asset_name', cursor: page.pagination.next_cursor }))).toEqual(['Scanner']);
  });

  it('goes with either asset', async () => {
    const [one, other] = [await asset('One'), await asset('Other')];
    const { relationship_id } = (await relate(one, 'contains', other)).body.data.data;
    await api.delete(`/api/v1/assets/${other}`);
    expect((await related(one)).data).toEqual([]);
    expect((await api.delete(`/api/v1/assets/relationships/${relationship_id}`)).status).toBe(404);
  });
});
