import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { softwareEvents } from '@psa/contracts-assets';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset } from '../../testing/make.ts';

describe('software of assets', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let asset_id: string;
  let client_id: string;

  beforeAll(async () => {
    service = await TestService.start(assetsService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    ({ client_id } = await aClient(service, me.tenant));
    asset_id = (await api.post('/api/v1/assets', anAsset({ client_id }, { name: 'Laptop' }))).body.data.data.asset_id;
  });

  const report = (software: object[], id = asset_id) => api.put(`/api/v1/assets/${id}/software`, { software });
  const list = async (query = {}) => (await api.get(`/api/v1/assets/${asset_id}/software`, { query })).body;
  const names = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name);
  const found = [
    { name: 'Mozilla Firefox', publisher: 'Mozilla', version: '140.0', install_date: '2026-11-01', size_bytes: 0, is_managed: true },
    { name: 'Sophos Endpoint Agent', publisher: 'Sophos', version: '2026.1' },
    { name: 'Contoso Ledger', publisher: 'Contoso', version: '1', install_date: '2020-05-04' },
  ];

  it('come back by name, with figures and links', async () => {
    expect((await report(found)).body.data).toEqual({ total: 3, added: 3, changed: 0, removed: 0 });
    const body = await list();
    expect(names(body)).toEqual(['Contoso Ledger', 'Mozilla Firefox', 'Sophos Endpoint Agent']);
    expect(body.data[1]).toMatchObject({
      publisher: 'Mozilla',
      category: 'Browser',
      software_type: 'application',
      version: '140.0',
      install_date: '2026-11-01T00:00:00.000Z',
      size_bytes: 0,
      is_current: true,
      is_managed: true,
      is_security_relevant: false,
      uninstalled_at: null,
    });
    expect(body.summary).toMatchObject({
      total_installed: 3,
      by_category: { Browser: 1, Security: 1, Uncategorized: 1 },
      by_type: { application: 3 },
      security_software_count: 1,
      managed_software_count: 1,
    });
    expect(body.pagination).toMatchObject({ page: 1, limit: 50, total: 3 });
    expect(body._links.fleetSearch).toEqual({ href: '/api/v1/software/search' });
  });

  it('count as recently installed by their date, and by when they were found where there is none', async () => {
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();
    await report([{ name: 'A', install_date: daysAgo(29) }, { name: 'B', install_date: daysAgo(31) }, { name: 'C' }]);
    expect((await list()).summary.recently_installed_count).toBe(2);
  });

  it('stay known when they are removed', async () => {
    await report(found);
    expect((await report(found.slice(0, 2))).body.data).toEqual({ total: 2, added: 0, changed: 0, removed: 1 });
    expect(names(await list())).not.toContain('Contoso Ledger');
    const gone = (await list({ include_uninstalled: true })).data.find(({ name }: { name: string }) => name === 'Contoso Ledger');
    expect(gone).toMatchObject({ is_current: false, uninstalled_at: expect.any(String) as unknown });
    expect((await list({ include_uninstalled: true })).summary.total_installed).toBe(2);
  });

  it('keep their identity through an update', async () => {
    await report(found);
    const [before] = (await list()).data;
    expect((await report([{ ...found[2], version: '2' }, found[0] as object, found[1] as object])).body.data).toMatchObject({
      changed: 1,
      added: 0,
      removed: 0,
    });
    const [after] = (await list()).data;
    expect(after).toMatchObject({ software_id: before.software_id, version: '2', first_seen_at: before.first_seen_at });
  });

  it('tell of a change, and of nothing when nothing changed', async () => {
    await report(found);
    const told = await service.events(me.tenant);
    expect(told.at(-1)).toMatchObject({
      type: softwareEvents.changed.type,
      subject: asset_id,
      aggregateversion: 2,
      data: { added: 3, changed: 0, removed: 0 },
    });
    await report(found);
    expect(await service.events(me.tenant)).toHaveLength(told.length);
  });

  it('are filtered', async () => {
    await report([...found, { name: 'NVIDIA Graphics Driver 551' }]);
    expect(names(await list({ category: 'browser' }))).toEqual(['Mozilla Firefox']);
    expect(names(await list({ category: 'Uncategorized' }))).toEqual(['Contoso Ledger']);
    expect(names(await list({ software_type: 'driver' }))).toEqual(['NVIDIA Graphics Driver 551']);
    expect(names(await list({ search: 'CONTOSO' }))).toEqual(['Contoso Ledger']);
    expect(names(await list({ search: '100%' }))).toEqual([]);
    const { status, body } = await api.get(`/api/v1/assets/${asset_id}/software`, { query: { software_type: 'game' } });
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('are paged, 200 at most', async () => {
    await report(Array.from({ length: 5 }, (_, index) => ({ name: `App ${index}` })));
    const page = await list({ limit: 2, page: 2 });
    expect([names(page), page.pagination]).toMatchObject([
      ['App 2', 'App 3'],
      { page: 2, limit: 2, total: 5, totalPages: 3, hasNext: true, hasPrev: true },
    ]);
    expect(names(await list({ limit: 2, cursor: page.pagination.next_cursor }))).toEqual(['App 4']);
    expect((await api.get(`/api/v1/assets/${asset_id}/software`, { query: { limit: 200 } })).status).toBe(200);
    expect((await api.get(`/api/v1/assets/${asset_id}/software`, { query: { limit: 201 } })).status).toBe(400);
  });

  it('may be as many as an inventory has, and no more', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `Package ${index}`, publisher: 'Distribution', version: `${index}.0` }));
    expect((await report(many(5000))).body.data).toMatchObject({ total: 5000, added: 5000 });
    expect((await report(many(5001))).body).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: ['software'] }] });
    expect((await list()).pagination.total).toBe(5000);
  });

  it('are found across the fleet, where they are installed now', async () => {
    const other = (await api.post('/api/v1/assets', anAsset(await aClient(service, me.tenant, 'Globex'), { name: 'Server' }))).body.data
      .data.asset_id;
    await report(found);
    await report([{ name: 'Mozilla Firefox', version: '139.0' }], other);
    await report([], other);
    await report([{ name: 'Mozilla Firefox', version: '141.0' }], other);
    const search = async (query: Record<string, string | boolean>) => (await api.get('/api/v1/software/search', { query })).body;
    const firefox = await search({ search: 'firefox', sort: 'version' });
    expect(firefox.data).toMatchObject([
      { version: '140.0', asset_id, asset_name: 'Laptop', client_id, client_name: 'Acme' },
      { version: '141.0', asset_id: other, client_name: 'Globex' },
    ]);
    expect(firefox.pagination).toMatchObject({ limit: 50, total: 2 });
    expect(names(await search({ client_id, is_security_relevant: true }))).toEqual(['Sophos Endpoint Agent']);
    expect(names(await search({ is_managed: true }))).toEqual(['Mozilla Firefox']);
  });

  it('of an unknown asset are not found', async () => {
    expect((await report(found, randomUUID())).status).toBe(404);
    expect((await api.get(`/api/v1/assets/${randomUUID()}/software`)).body).toMatchObject({ error: 'Asset not found' });
  });
});
