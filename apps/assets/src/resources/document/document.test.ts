import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetDocumentEvents, documentEvents } from '@psa/contracts-assets';
import { caller, signToken, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { makeAssociation, makeDocument, upload, uploadForm } from '../../testing/document.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';

const MIB = 1024 * 1024;

describe('documents', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const download = async (documentId: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${service.running.url}/api/v1/documents/${documentId}/download`, {
      headers: { authorization: `Bearer ${await signToken(me, 'assets')}`, ...headers },
    });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  describe('an upload', () => {
    it('is kept with its size and checksum, and told of', async () => {
      const { status, headers, body } = await upload(api, { bytes: 'abc', filename: 'Übersicht.txt', fields: { notes: 'Signed' } });
      expect(status).toBe(201);
      const { document_id } = body.data;
      expect(headers.get('location')).toBe(`/api/v1/documents/${document_id}`);
      expect(body.data).toMatchObject({
        document_name: 'Übersicht.txt',
        original_filename: 'Übersicht.txt',
        mime_type: 'text/plain',
        file_size: 3,
        notes: 'Signed',
        uploaded_by: me.userId,
        sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
        client_id: null,
        tenant: me.tenant,
        _links: { download: { href: `/api/v1/documents/${document_id}/download` } },
      });
      expect((await api.get(`/api/v1/documents/${document_id}`)).body).toEqual(body);
      expect(await service.events(me.tenant)).toMatchObject([
        { type: documentEvents.created.type, subject: document_id, aggregateversion: 1, data: { file_size: 3 } },
      ]);
    });

    it('of several pieces comes back as it was sent', async () => {
      const bytes = new Uint8Array(2 * MIB + 12_345).map((_, index) => (index * 7919) % 251);
      const { document_id, sha256 } = await makeDocument(api, { bytes, filename: 'scan.pdf', type: 'application/pdf' });
      expect(await service.sql('select piece from blob_pieces where blob_id = $1 order by piece', [document_id])).toHaveLength(3);
      const { headers, bytes: received } = await download(document_id);
      expect(received.equals(bytes)).toBe(true);
      expect(createHash('sha256').update(received).digest('hex')).toBe(sha256);
      expect(headers.get('content-length')).toBe(String(bytes.length));
    });

    it.each([
      ['an empty file', uploadForm({ bytes: '' }), 'empty_file'],
      [
        'a file in another field',
        (() => {
          const form = new FormData();
          form.append('upload', new Blob(['x']), 'a.txt');
          return form;
        })(),
        'required',
      ],
      [
        'no file',
        (() => {
          const form = new FormData();
          form.append('notes', 'x');
          return form;
        })(),
        'required',
      ],
    ])('without content is refused: %s', async (_, body, code) => {
      const response = await api.post('/api/v1/documents', body);
      expect(response).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR', details: [{ code, path: ['file'] }] } } });
      expect(await service.sql('select 1 from documents where tenant = $1', [me.tenant])).toEqual([]);
    });

    it('of more than 25 MiB is refused', async () => {
      expect((await upload(api, { bytes: new Uint8Array(25 * MIB + 1) })).status).toBe(413);
    });

    it('with text Postgres cannot keep is refused, naming the field', async () => {
      const response = await upload(api, { fields: { notes: 'a\0b' } });
      expect(response).toMatchObject({ status: 400, body: { error: { details: [{ path: ['notes'] }] } } });
    });

    it('happens once under one Idempotency-Key', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const [first, second] = [
        await api.post('/api/v1/documents', uploadForm(), { headers }),
        await api.post('/api/v1/documents', uploadForm(), { headers }),
      ];
      expect(second.body).toEqual(first.body);
      expect(await service.sql('select 1 from documents where tenant = $1', [me.tenant])).toHaveLength(1);
    });
  });

  describe('a download', () => {
    it('is an attachment no browser runs', async () => {
      const { document_id, sha256 } = await makeDocument(api, {
        bytes: '<script>alert(1)</script>',
        filename: 'Plan ü.html',
        type: 'text/html',
      });
      const { status, headers } = await download(document_id);
      expect(status).toBe(200);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'text/html',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        etag: `"${sha256}"`,
        'content-disposition': expect.stringMatching(
          /^attachment; filename="Plan _\.html"; filename\*=UTF-8''Plan%20%C3%BC\.html$/,
        ) as unknown,
      });
    });

    it('is left out for a caller that has the bytes', async () => {
      const { document_id, sha256 } = await makeDocument(api);
      expect(await download(document_id, { 'if-none-match': `"${sha256}"` })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) });
      expect((await download(document_id, { 'if-none-match': '"other"' })).status).toBe(200);
    });

    it('breaks off instead of pretending to be complete when the bytes go away', async () => {
      const { document_id } = await makeDocument(api, { bytes: new Uint8Array(3 * MIB) });
      await service.sql('delete from blob_pieces where blob_id = $1 and piece = 2', [document_id]);
      await expect(download(document_id)).rejects.toThrow();
    });

    it('answers HEAD with the head alone', async () => {
      const { document_id } = await makeDocument(api, { bytes: 'abc' });
      const { status, headers, text } = await api.send('HEAD', `/api/v1/documents/${document_id}/download`);
      expect({ status, length: headers.get('content-length'), text }).toEqual({ status: 200, length: '3', text: '' });
    });
  });

  describe('renaming', () => {
    it('changes the name, not the file, and raises the version', async () => {
      const { document_id, sha256 } = await makeDocument(api, { filename: 'scan0001.pdf' });
      const { status, body } = await api.put(`/api/v1/documents/${document_id}`, { document_name: 'Lease', notes: 'Until 2030' });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ document_name: 'Lease', notes: 'Until 2030', original_filename: 'scan0001.pdf', sha256 });
      expect((await service.events(me.tenant)).at(-1)).toMatchObject({
        type: documentEvents.updated.type,
        aggregateversion: 2,
        data: { document_name: 'Lease' },
      });
    });

    it('is refused when another was faster', async () => {
      const { document_id } = await makeDocument(api);
      const etag = (await api.get(`/api/v1/documents/${document_id}`)).headers.get('etag') as string;
      const rename = (document_name: string) =>
        api.put(`/api/v1/documents/${document_id}`, { document_name }, { headers: { 'if-match': etag } });
      expect((await rename('One')).status).toBe(200);
      expect((await rename('Two')).status).toBe(412);
    });
  });

  describe('deleting', () => {
    it('takes the bytes along', async () => {
      const { document_id } = await makeDocument(api);
      expect((await api.delete(`/api/v1/documents/${document_id}`)).status).toBe(204);
      expect((await api.get(`/api/v1/documents/${document_id}`)).status).toBe(404);
      expect(await service.sql('select state from blobs where blob_id = $1', [document_id])).toEqual([{ state: 'released' }]);
      expect((await service.events(me.tenant)).at(-1)).toMatchObject({ type: documentEvents.deleted.type, aggregateversion: 2 });
    });

    it('is refused while assets have it, unless forced', async () => {
      const { document_id, entity_id, association_id } = await makeAssociation({ service, api, caller: me });
      const refused = await api.delete(`/api/v1/documents/${document_id}`);
      expect(refused).toMatchObject({
        status: 409,
        body: { error: { code: 'CONFLICT', details: { dependencies: [{ type: 'asset', count: 1 }] } } },
      });

      expect((await api.delete(`/api/v1/documents/${document_id}`, { query: { force: true } })).status).toBe(204);
      expect((await api.get(`/api/v1/assets/${entity_id}/documents`)).body.data.data).toEqual([]);
      const events = await service.events(me.tenant);
      expect(events).toContainEqual(
        expect.objectContaining({
          type: assetDocumentEvents.detached.type,
          subject: entity_id,
          aggregateversion: 3,
          data: { asset_id: entity_id, document_id, association_id },
        }),
      );
    });
  });

  it('are listed newest first, and found by text and media type', async () => {
    await upload(api, { filename: 'lease.pdf', type: 'application/pdf', fields: { document_name: 'Lease of the rack' } });
    await upload(api, { filename: 'front.png', type: 'image/png' });
    await upload(api, { filename: 'back_100%.jpg', type: 'image/jpeg', bytes: 'longer than the others, much longer' });
    const names = async (query: Record<string, string> = {}) => {
      const { body } = await api.get('/api/v1/documents', { query });
      expect(body.pagination.total).toBe(body.data.length);
      return (body.data as { original_filename: string }[]).map(({ original_filename }) => original_filename);
    };
    expect(await names()).toEqual(['back_100%.jpg', 'front.png', 'lease.pdf']);
    expect(await names({ sort: 'original_filename', order: 'asc' })).toEqual(['back_100%.jpg', 'front.png', 'lease.pdf']);
    expect(await names({ sort: 'file_size' })).toContain('back_100%.jpg');
    expect(await names({ search: 'RACK' })).toEqual(['lease.pdf']);
    expect(await names({ search: '0%' })).toEqual(['back_100%.jpg']);
    expect(await names({ mime_type: 'image/*' })).toEqual(['back_100%.jpg', 'front.png']);
    expect(await names({ mime_type: 'Image/PNG' })).toEqual(['front.png']);
    expect(await names({ mime_type: 'image/p%' })).toEqual([]);
    expect(await names({ created_from: '2000-01-01', created_to: '2001-01-01' })).toEqual([]);
    expect(await names({ uploaded_by: me.userId })).toHaveLength(3);
  });

  describe("a client's portal user", () => {
    const portalUser = (given: Partial<TestCaller> = {}) =>
      service.api({ ...me, userId: randomUUID(), userType: 'client', clientId: randomUUID(), ...given });

    it('sees what their client uploaded, and nothing else', async () => {
      const clientId = randomUUID();
      const [one, colleague, stranger] = [portalUser({ clientId }), portalUser({ clientId }), portalUser()];
      const internal = await makeDocument(api);
      const own = await makeDocument(one);
      const seen = async (by: TestApi) =>
        ((await by.get('/api/v1/documents')).body.data as { document_id: string }[]).map(({ document_id }) => document_id);
      expect(await seen(one)).toEqual([own.document_id]);
      expect(await seen(colleague)).toEqual([own.document_id]);
      expect(await seen(stranger)).toEqual([]);
      expect(await seen(api)).toEqual([own.document_id, internal.document_id]);
    });

    it("cannot reach the MSP's documents by their ids", async () => {
      const { document_id } = await makeDocument(api);
      const portal = portalUser();
      expect((await portal.get(`/api/v1/documents/${document_id}`)).status).toBe(404);
      expect((await portal.get(`/api/v1/documents/${document_id}/download`)).status).toBe(404);
      expect((await portal.put(`/api/v1/documents/${document_id}`, { notes: 'x' })).status).toBe(404);
      expect((await portal.delete(`/api/v1/documents/${document_id}`)).status).toBe(403);
    });

    it('without a client is refused', async () => {
      const { clientId: _, ...nobodys } = { ...me, userType: 'client' as const, clientId: undefined };
      expect((await service.api(nobodys).get('/api/v1/documents')).status).toBe(403);
    });
  });
});
