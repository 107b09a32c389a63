import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ticketDocumentEvents } from '@psa/contracts-desk';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../../desk-service.ts';
import { fakes } from '../../../testing/fakes.ts';
import { makeComment, makeTicket } from '../../../testing/make-ticket.ts';
import { makeDocument, uploadForm } from '../../../testing/ticket-document.fixtures.ts';

describe('documents of tickets', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let person: TestApi;
  let clientId: string;
  let ticketId: string;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    clientId = randomUUID();
    person = service.api({ ...me, userId: randomUUID(), userType: 'client', clientId });
    ticketId = (await makeTicket(api, { client_id: clientId })).ticket_id;
  });

  const path = (documentId = '') => `/api/v1/tickets/${ticketId}/documents${documentId && `/${documentId}`}`;

  it('give back their bytes as they were, and as a file that browsers do not run', async () => {
    const document = await makeDocument(api, ticketId, { document_name: 'Jam' });
    expect(document).toMatchObject({ document_name: 'Jam', original_filename: 'printer.txt', file_size: 7, is_internal: false });
    const download = await api.get(`${path(document.document_id)}/download`);
    expect(download.text).toBe('It jams');
    expect(download.headers.get('x-content-type-options')).toBe('nosniff');
    expect(download.headers.get('content-disposition')).toContain('attachment');
  });

  it('are internal when they are said to be, or their comment is: people of the client never see those', async () => {
    const note = await makeComment(api, ticketId, { is_internal: true });
    const hidden = [
      await makeDocument(api, ticketId, { is_internal: 'true' }),
      await makeDocument(api, ticketId, { comment_id: note.comment_id }),
    ];
    const shown = await makeDocument(person, ticketId);
    expect((await person.get(path())).body).toMatchObject({ data: [{ document_id: shown.document_id }], pagination: { total: 1 } });
    for (const { document_id } of hidden) {
      expect((await person.get(path(document_id))).status).toBe(404);
      expect((await person.get(`${path(document_id)}/download`)).status).toBe(404);
    }
    expect((await person.post(path(), uploadForm('x', { is_internal: 'true' }))).status).toBe(400);
    expect((await person.post(path(), uploadForm('x', { comment_id: note.comment_id }))).status).toBe(400);
    expect((await api.get(path(), { query: { is_internal: 'true' } })).body.pagination.total).toBe(2);
  });

  it('are hidden from people of the client once their comment is, or is deleted', async () => {
    const [first, second] = [await makeComment(api, ticketId), await makeComment(api, ticketId)];
    const [hidden, deleted] = [
      await makeDocument(api, ticketId, { comment_id: first.comment_id }),
      await makeDocument(api, ticketId, { comment_id: second.comment_id }),
    ];
    const statuses = async () =>
      Promise.all([hidden, deleted].map(async ({ document_id }) => (await person.get(`${path(document_id)}/download`)).status));
    expect(await statuses()).toEqual([200, 200]);
    const comments = `/api/v1/tickets/${ticketId}/comments`;
    await api.put(`${comments}/${first.comment_id}`, { is_internal: true });
    await api.delete(`${comments}/${second.comment_id}`);
    expect(await statuses()).toEqual([404, 404]);
    const told = (await service.events(me.tenant)).filter(({ type }) => type === ticketDocumentEvents.updated.type);
    expect(told.map(({ data }) => [data['document_id'], data['is_internal']])).toEqual([
      [hidden.document_id, true],
      [deleted.document_id, true],
    ]);
    await api.put(`${comments}/${first.comment_id}`, { is_internal: false });
    expect(await statuses()).toEqual([200, 404]);
  });

  it('are deleted by staff, and by people of the client only if they uploaded them', async () => {
    const [ours, theirs] = [await makeDocument(api, ticketId), await makeDocument(person, ticketId)];
    expect((await person.delete(path(ours.document_id))).status).toBe(403);
    expect((await person.delete(path(theirs.document_id))).status).toBe(204);
    expect((await api.delete(path(ours.document_id))).status).toBe(204);
    const states = await service.sql<{ state: string }>('select state from blobs where blob_id = any($1)', [
      [ours.document_id, theirs.document_id],
    ]);
    expect(states.map(({ state }) => state)).toEqual(['released', 'released']);
  });

  it('move with their ticket into another, and go with it', async () => {
    const target = await makeTicket(api, { client_id: clientId });
    const document = await makeDocument(api, ticketId);
    await api.post(`/api/v1/tickets/${target.ticket_id}/merge`, { source_ticket_ids: [ticketId] });
    expect((await api.post(path(), uploadForm())).status).toBe(409);
    ticketId = target.ticket_id;
    expect((await api.get(path())).body.data).toMatchObject([{ document_id: document.document_id }]);
    const alone = await makeTicket(api);
    const { document_id } = await makeDocument(api, alone.ticket_id);
    expect((await api.delete(`/api/v1/tickets/${alone.ticket_id}`)).status).toBe(204);
    expect(await service.sql('select state from blobs where blob_id = $1', [document_id])).toEqual([{ state: 'released' }]);
  });

  it('are told of with their ticket, and can be renamed and hidden', async () => {
    const { document_id } = await makeDocument(api, ticketId);
    const changed = await api.put(path(document_id), { document_name: 'Photo', is_internal: true });
    expect(changed.body.data).toMatchObject({ document_name: 'Photo', is_internal: true });
    const events = (await service.events(me.tenant)).filter(({ type }) => type.includes('ticket.document'));
    expect(events.map(({ type, subject }) => [type, subject])).toEqual([
      ['psa.desk.ticket.document.added.v1', ticketId],
      ['psa.desk.ticket.document.updated.v1', ticketId],
    ]);
  });
});
