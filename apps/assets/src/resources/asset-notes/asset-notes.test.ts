import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetNotesEvents } from '@psa/contracts-assets';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { aClient, anAsset } from '../../testing/make.ts';

const blocks = [
  { type: 'heading', content: [{ text: 'Rack 4' }] },
  { type: 'paragraph', content: [] },
];

describe('asset notes', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let notes: string;
  let asset_id: string;

  beforeAll(async () => {
    service = await TestService.start(assetsService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    const { body } = await api.post('/api/v1/assets', anAsset(await aClient(service, me.tenant), { name: 'Core switch' }));
    asset_id = body.data.data.asset_id;
    notes = `/api/v1/assets/${asset_id}/notes`;
  });

  it('are empty until they are written', async () => {
    const { status, body } = await api.get(notes);
    expect(status).toBe(200);
    expect(body).toEqual({
      data: { document: null, blockData: null, lastUpdated: null },
      _links: { self: { href: `/api/v2/assets/${asset_id}/notes` }, asset: { href: `/api/v2/assets/${asset_id}` } },
    });
  });

  it('come back as they were written, under the name of the asset', async () => {
    const { status, body } = await api.put(notes, { blockData: blocks });
    expect([status, body.message]).toEqual([200, 'Notes saved']);
    const { data } = (await api.get(notes)).body;
    expect(data).toMatchObject({ document: { document_id: body.data.document_id, document_name: 'Core switch Notes' }, blockData: blocks });
    expect(data.lastUpdated).toBe(data.document.updated_at);
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({
      type: assetNotesEvents.written.type,
      subject: asset_id,
      aggregateversion: 2,
    });
  });

  it('keep their document when they are written again', async () => {
    const first = await api.put(notes, { blockData: blocks });
    const second = await api.put(notes, { blockData: null });
    expect(second.body.data).toEqual(first.body.data);
    expect((await api.get(notes)).body.data).toMatchObject({ document: first.body.data, blockData: null });
  });

  it.each([[{}], [{ blockData: 'text' }], [{ blockData: 7 }]])('refuse %j, naming the field', async (body) => {
    const answer = await api.put(notes, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'Validation failed', code: 'VALIDATION_ERROR', details: [{ path: ['blockData'] }] });
  });

  it('are written only at the version that was read', async () => {
    const empty = (await api.get(notes)).headers.get('etag') as string;
    const written = await api.put(notes, { blockData: blocks }, { headers: { 'if-match': empty } });
    expect(written.status).toBe(200);
    expect((await api.put(notes, { blockData: [] }, { headers: { 'if-match': empty } })).status).toBe(412);
    const current = (await api.get(notes)).headers.get('etag') as string;
    expect((await api.put(notes, { blockData: [] }, { headers: { 'if-match': current } })).status).toBe(200);
  });

  it('are taken off the asset, and keep their document for the next time', async () => {
    const { document_id } = (await api.put(notes, { blockData: blocks })).body.data;
    expect((await api.delete(notes)).status).toBe(204);
    expect((await api.get(notes)).body.data.document).toBeNull();
    expect((await api.put(notes, { blockData: [] })).body.data.document_id).toBe(document_id);
  });

  it('are deleted for good on demand', async () => {
    const { document_id } = (await api.put(notes, { blockData: blocks })).body.data;
    expect((await api.delete(notes, { query: { delete_document: true } })).status).toBe(204);
    expect(await service.sql('select 1 from asset_notes where asset_id = $1', [asset_id])).toEqual([]);
    expect((await api.put(notes, { blockData: [] })).body.data.document_id).not.toBe(document_id);
  });

  it('that are not there can be removed without a trace', async () => {
    expect((await api.delete(notes)).status).toBe(204);
    expect((await service.events(me.tenant)).map(({ type }) => type)).not.toContain(assetNotesEvents.removed.type);
  });

  it('of an unknown asset are not found', async () => {
    const unknown = `/api/v1/assets/${randomUUID()}/notes`;
    for (const answer of [await api.get(unknown), await api.put(unknown, { blockData: [] }), await api.delete(unknown)]) {
      expect(answer).toMatchObject({ status: 404, body: { error: 'Asset not found' } });
    }
  });
});
