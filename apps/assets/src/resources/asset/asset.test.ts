import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetEvents } from '@psa/contracts-assets';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import type { ClientFacts } from '../../ports/client-directory.ts';
import { makeDocument } from '../../testing/document.fixtures.ts';
import { aClient, anAsset, aTicket, changeClient, type MadeClient } from '../../testing/make.ts';
import { aRecord } from '../../testing/maintenance.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';

const PATH = '/api/v1/assets';

interface Link {
  href: string;
  method: string;
}

describe('assets', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client: MadeClient;
  /** Clients that the clients service knows and whose events have not arrived. */
  const known = new Map<string, ClientFacts>();

  beforeAll(async () => {
    service = await TestService.start(assetsService, {
      ports: { ...fakes, clients: { find: async (_: unknown, clientId: string) => known.get(clientId) ?? null } },
    });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    client = await aClient(service, me.tenant);
  });

  const add = async (given: Record<string, unknown> = {}) => (await api.post(PATH, anAsset(client, given))).body.data.data;

  describe('when created', () => {
    it('have what was given, tell of it, and are read back as they were answered', async () => {
      const given = anAsset(client, {
        asset_type: 'server',
        name: 'Front desk',
        status: 'in stock',
        location_id: client.location_id,
        location: 'Room 1',
        serial_number: 'SN-1',
        purchase_date: '2024-02-29T12:00:00+02:00',
        warranty_end_date: '2999-12-31T00:00:00Z',
        extension_data: { os_type: 'Linux', cpu_cores: 8, rack: { unit: 7 } },
      });
      const created = await api.post(PATH, given);
      expect(created.status).toBe(201);
      const { asset_id } = created.body.data.data;
      expect(created.headers.get('location')).toBe(`${PATH}/${asset_id}`);
      expect(created.body).toMatchObject({
        success: true,
        meta: { version: '1.0.0' },
        data: {
          data: {
            ...given,
            purchase_date: '2024-02-29T10:00:00.000Z',
            warranty_end_date: '2999-12-31T00:00:00.000Z',
            tenant: me.tenant,
            client_name: 'Acme',
            warranty_status: 'active',
            maintenance_status: 'none',
            relationships: [],
            documents: [],
            maintenance_schedules: [],
          },
        },
      });

      const read = await api.get(created.headers.get('location') ?? '');
      expect(read.body.data).toEqual(created.body.data);
      expect(read.headers.get('etag')).toBe(created.headers.get('etag'));
      expect(await service.events(me.tenant)).toMatchObject([
        {
          type: assetEvents.created.type,
          subject: asset_id,
          aggregateversion: 1,
          actor: { id: me.userId },
          data: {
            asset_id,
            client_id: client.client_id,
            asset_type: 'server',
            name: 'Front desk',
            status: 'in stock',
            serial_number: 'SN-1',
          },
        },
      ]);
    });

    it('have null for what was not given, and texts without blanks around them', async () => {
      expect(await add({ name: '  Desk ', asset_tag: ' T ', status: ' active ' })).toMatchObject({
        name: 'Desk',
        asset_tag: 'T',
        status: 'active',
        location_id: null,
        location: null,
        serial_number: null,
        purchase_date: null,
        warranty_end_date: null,
        extension_data: null,
        warranty_status: 'no_warranty',
      });
    });

    it('may have the tag of another', async () => {
      const [one, other] = [await add({ asset_tag: 'T' }), await add({ asset_tag: 'T' })];
      expect(other.asset_id).not.toBe(one.asset_id);
    });

    it('belong to a client of the tenant that is known here or to the clients service', async () => {
      const facts: ClientFacts = {
        client_id: randomUUID(),
        client_name: 'Brand new',
        is_inactive: false,
        version: 2,
        locations: [{ location_id: randomUUID(), location_name: 'HQ', is_active: true }],
      };
      known.set(facts.client_id, facts);
      const { status, body } = await api.post(PATH, anAsset(facts, { location_id: facts.locations[0]?.location_id }));
      expect({ status, name: body.data.data.client_name }).toEqual({ status: 201, name: 'Brand new' });
    });

    it.each<[string, (own: MadeClient, foreign: MadeClient) => Record<string, unknown>, string]>([
      ['a client nobody knows', () => ({ client_id: randomUUID() }), 'client_id'],
      ["another tenant's client", (_, foreign) => ({ client_id: foreign.client_id }), 'client_id'],
      ["another tenant's location", (_, foreign) => ({ location_id: foreign.location_id }), 'location_id'],
      ['a location nobody knows', () => ({ location_id: randomUUID() }), 'location_id'],
    ])('are refused with %s, and leave nothing behind', async (_, given, field) => {
      const foreign = await aClient(service, randomUUID());
      const { status, body } = await api.post(PATH, anAsset(client, given(client, foreign)));
      expect({ status, fields: body.error.details.errors.map((fault: { field: string }) => fault.field) }).toEqual({
        status: 400,
        fields: [field],
      });
      expect(await service.sql('select 1 from assets where tenant = $1', [me.tenant])).toEqual([]);
      expect(await service.events(me.tenant)).toEqual([]);
      expect((await api.get(PATH)).body.data.pagination.total).toBe(0);
    });
  });

  describe('when read', () => {
    it('come once to a caller that keeps them', async () => {
      const { asset_id } = await add();
      const first = await api.get(`${PATH}/${asset_id}`);
      const etag = first.headers.get('etag') ?? '';
      for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await api.get(`${PATH}/${asset_id}`, { headers: { 'if-none-match': tag } });
        expect({ tag, status: again.status, text: again.text, etag: again.headers.get('etag') }).toEqual({
          tag,
          status: 304,
          text: '',
          etag,
        });
      }
      await api.put(`${PATH}/${asset_id}`, { name: 'new' });
      expect((await api.get(`${PATH}/${asset_id}`, { headers: { 'if-none-match': etag } })).status).toBe(200);
    });

    it('come again when only what is shown with them has changed', async () => {
      const { asset_id } = await add();
      const etag = (await api.get(`${PATH}/${asset_id}`)).headers.get('etag') ?? '';
      await changeClient(service, me.tenant, client, { client_name: 'Acme Inc.' });
      const again = await api.get(`${PATH}/${asset_id}`, { headers: { 'if-none-match': etag } });
      expect({ status: again.status, name: again.body.data.data.client_name }).toEqual({ status: 200, name: 'Acme Inc.' });
      // The asset itself is the same: a change of it is not refused.
      expect((await api.put(`${PATH}/${asset_id}`, { name: 'new' }, { headers: { 'if-match': etag } })).status).toBe(200);
    });

    it('are found by an id in upper case', async () => {
      const { asset_id } = await add();
      expect((await api.get(`${PATH}/${asset_id.toUpperCase()}`)).body.data.data.asset_id).toBe(asset_id);
    });

    it('lead by their links, and those of the list, to routes that answer', async () => {
      const { asset_id } = await add({ name: 'linked' });
      for (const version of ['v1', 'v2']) {
        const {
          _links: list,
          data: [row],
        } = (await api.get(`/api/${version}/assets`, { query: { name: 'linked' } })).body.data as {
          _links: Record<string, Link>;
          data: { _links: Record<string, Link> }[];
        };
        const one = (await api.get(`/api/${version}/assets/${asset_id}`)).body.data.data._links as Record<string, Link>;
        expect(row?._links).toEqual(one);
        expect(Object.keys(one)).toEqual(['self', 'edit', 'delete', 'list', 'documents', 'maintenance', 'history']);
        expect(Object.keys(list)).toEqual(['self', 'create', 'search', 'export', 'stats']);
        for (const { href, method } of [...Object.values(list), ...Object.values(one)].filter((link) => link.method !== 'DELETE')) {
          for (const path of [href, href.replace('/api/v2', '/api/v1')]) {
            const query: Record<string, string> = path.endsWith('/search') ? { query: 'x' } : {};
            const { status } = await api.send(method, path, {
              query,
              ...(method === 'GET' ? {} : { body: method === 'POST' ? anAsset(client) : {} }),
            });
            expect({ method, path, status }).toEqual({ method, path, status: method === 'POST' ? 201 : 200 });
          }
        }
      }
      const { _links } = (await api.get(`${PATH}/${asset_id}`)).body.data.data as { _links: Record<'delete' | 'self', Link> };
      expect((await api.delete(_links.delete.href)).status).toBe(204);
      expect((await api.get(_links.self.href)).status).toBe(404);
    });
  });

  describe('when deleted', () => {
    /** Tables, other than the record of what was told, that still say something of an asset. */
    const remains = async (assetId: string) => {
      const tables = await service.sql<{ name: string }>(
        "select table_name as name from information_schema.columns where table_schema = 'assets' and column_name = 'tenant'",
      );
      const found: string[] = [];
      for (const { name } of tables) {
        if (
          name !== 'outbox' &&
          (await service.sql(`select 1 from ${name} t where t::text like '%' || $1 || '%' limit 1`, [assetId])).length > 0
        )
          found.push(name);
      }
      return found.sort();
    };

    it('take with them all that belongs to them, and nothing of others', async () => {
      const [asset, other] = [await add({ warranty_end_date: new Date(Date.now() + 86_400_000).toISOString() }), await add()];
      const path = `${PATH}/${asset.asset_id}`;
      const { document_id } = await makeDocument(api);
      const ticket_id = await aTicket(service, me.tenant);
      for (const at of [path, `${PATH}/${other.asset_id}`]) {
        await api.put(at, { name: 'changed' });
        await api.post(`${at}/documents`, { document_id });
        await api.post(`${at}/maintenance`, { schedule_type: 'inspection', frequency: 'yearly' });
        await api.post(`${at}/maintenance/record`, aRecord());
        await api.post(`${at}/tickets`, { ticket_id });
        await api.put(`${at}/notes`, { blockData: [{ type: 'paragraph' }] });
      }
      await api.post(`${path}/relationships`, { related_asset_id: other.asset_id, relationship_type: 'connected_to' });
      await service.tick('warranty-scan');
      const owned = [
        'asset_associations',
        'asset_changes',
        'asset_documents',
        'asset_notes',
        'asset_relationships',
        'assets',
        'maintenance_history',
        'maintenance_schedules',
      ];
      expect(await remains(asset.asset_id)).toEqual([...owned, 'warranty_notices']);

      expect((await api.delete(path)).status).toBe(204);
      expect(await remains(asset.asset_id)).toEqual([]);
      expect(await remains(other.asset_id)).toEqual(owned.filter((table) => table !== 'asset_relationships'));
      expect((await api.get(`/api/v1/documents/${document_id}`)).status).toBe(200);
      expect((await api.get(`${PATH}/${other.asset_id}`)).body.data.data.relationships).toEqual([]);
    });

    it('are gone, counted out and told of under the id they had', async () => {
      const { asset_id } = await add();
      expect((await api.get(PATH)).body.data.pagination.total).toBe(1);
      expect((await api.delete(`${PATH}/${asset_id.toUpperCase()}`)).status).toBe(204);
      for (const method of ['GET', 'PUT', 'DELETE']) {
        expect((await api.send(method, `${PATH}/${asset_id}`, method === 'PUT' ? { body: {} } : {})).status).toBe(404);
      }
      expect((await api.get(PATH)).body.data).toMatchObject({ data: [], pagination: { total: 0 } });
      expect((await service.events(me.tenant)).at(-1)).toMatchObject({
        type: assetEvents.deleted.type,
        subject: asset_id,
        aggregateversion: 2,
        data: { asset_id, client_id: client.client_id },
      });
    });

    it('go at the version the caller has read, and at no other', async () => {
      const { asset_id } = await add();
      const etag = (await api.get(`${PATH}/${asset_id}`)).headers.get('etag') ?? '';
      await api.put(`${PATH}/${asset_id}`, { name: 'new' });
      expect((await api.delete(`${PATH}/${asset_id}`, { headers: { 'if-match': etag } })).status).toBe(412);
      const answers = await Promise.all([1, 2, 3].map(() => api.delete(`${PATH}/${asset_id}`)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
      expect((await service.events(me.tenant)).filter(({ type }) => type === assetEvents.deleted.type)).toHaveLength(1);
    });
  });
});
