import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetDocumentEvents } from '@psa/contracts-assets';
import { caller, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../../assets-service.ts';
import { makeAsset } from '../../../testing/asset.fixtures.ts';
import { makeDocument } from '../../../testing/document.fixtures.ts';
import { fakes } from '../../../testing/fakes.ts';

describe('documents of an asset', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let assetId: string;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    assetId = (await makeAsset({ service, api, caller: me })).asset_id;
  });

  const associate = (document_id: string, notes?: string) =>
    api.post(`/api/v1/assets/${assetId}/documents`, { document_id, ...(notes === undefined ? {} : { notes }) });
  const lastEvent = async () => (await service.events(me.tenant)).at(-1);

  it('are associated, listed with their files, and shown with the asset', async () => {
    const { document_id, file_size } = await makeDocument(api, { filename: 'lease.pdf', type: 'application/pdf' });
    const { status, body } = await associate(document_id, 'Signed');
    expect(status).toBe(201);
    const association = body.data.data;
    expect(association).toMatchObject({
      entity_type: 'asset',
      entity_id: assetId,
      document_id,
      notes: 'Signed',
      tenant: me.tenant,
      original_filename: 'lease.pdf',
      file_size,
      mime_type: 'application/pdf',
    });
    expect(await lastEvent()).toMatchObject({
      type: assetDocumentEvents.associated.type,
      subject: assetId,
      aggregateversion: 2,
      data: { document_id, association_id: association.association_id },
    });
    const listed = await api.get(`/api/v1/assets/${assetId}/documents`);
    expect(listed.body.data).toMatchObject({ data: [association], pagination: { total: 1 } });
    expect((await api.get(`/api/v1/assets/${assetId}`)).body.data.data.documents).toEqual([association]);
  });

  it('are shown with the asset only to who may read documents', async () => {
    await associate((await makeDocument(api)).document_id);
    const curious = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'document:read') });
    expect((await curious.get(`/api/v1/assets/${assetId}`)).body.data.data.documents).toEqual([]);
    expect((await curious.put(`/api/v1/assets/${assetId}`, { name: 'Renamed' })).body.data.data.documents).toEqual([]);
  });

  it('cannot be associated twice', async () => {
    const { document_id } = await makeDocument(api);
    await associate(document_id);
    expect(await associate(document_id)).toMatchObject({ status: 409, body: { error: { code: 'CONFLICT' } } });
    expect(await lastEvent()).toMatchObject({ aggregateversion: 2 });
  });

  it('must exist', async () => {
    expect(await associate(randomUUID())).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: { errors: [{ field: 'document_id' }] } } },
    });
  });

  it('need an asset', async () => {
    const { document_id } = await makeDocument(api);
    assetId = randomUUID();
    expect((await associate(document_id)).status).toBe(404);
    expect((await api.get(`/api/v1/assets/${assetId}/documents`)).body.data).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  it('are taken off, and stay', async () => {
    const { document_id } = await makeDocument(api);
    const { association_id } = (await associate(document_id)).body.data.data;
    expect((await api.delete(`/api/v1/assets/documents/${association_id}`)).status).toBe(204);
    expect(await lastEvent()).toMatchObject({
      type: assetDocumentEvents.detached.type,
      subject: assetId,
      aggregateversion: 3,
      data: { document_id, association_id },
    });
    expect((await api.get(`/api/v1/documents/${document_id}`)).status).toBe(200);
    expect((await api.delete(`/api/v1/assets/documents/${association_id}`)).status).toBe(404);
  });

  it('stay when the asset is deleted', async () => {
    const { document_id } = await makeDocument(api);
    await associate(document_id);
    expect((await api.delete(`/api/v1/assets/${assetId}`)).status).toBe(204);
    expect((await api.delete(`/api/v1/documents/${document_id}`)).status).toBe(204);
  });

  it('are found by text and sorted', async () => {
    for (const [filename, notes] of [
      ['b.txt', 'first'],
      ['a.txt', 'second'],
    ] as const)
      await associate((await makeDocument(api, { filename })).document_id, notes);
    const names = async (query: Record<string, string>) =>
      ((await api.get(`/api/v1/assets/${assetId}/documents`, { query })).body.data.data as { original_filename: string }[]).map(
        ({ original_filename }) => original_filename,
      );
    expect(await names({})).toEqual(['a.txt', 'b.txt']);
    expect(await names({ search: 'FIRST' })).toEqual(['b.txt']);
    expect(await names({ sort: 'original_filename', order: 'desc' })).toEqual(['b.txt', 'a.txt']);
  });
});
