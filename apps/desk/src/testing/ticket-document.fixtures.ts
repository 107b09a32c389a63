import type { TicketDocument, ticketDocumentRoutes } from '@psa/contracts-desk';
import type { TestApi } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeTicket } from './make-ticket.ts';

/** The form of an upload. */
export function uploadForm(bytes = 'It jams', fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes], { type: 'text/plain' }), 'printer.txt');
  return form;
}

/** Uploads a document to a ticket. */
export async function makeDocument(api: TestApi, ticketId: string, fields: Readonly<Record<string, string>> = {}): Promise<TicketDocument> {
  const { status, text, body } = await api.post(`/api/v1/tickets/${ticketId}/documents`, uploadForm('It jams', fields));
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data as TicketDocument;
}

async function onDocument({ api }: World) {
  const { ticket_id: id } = await makeTicket(api);
  return { params: { id, documentId: (await makeDocument(api, id)).document_id } };
}

export const ticketDocumentFixtures: { readonly [K in keyof typeof ticketDocumentRoutes]: Fixture } = {
  listTicketDocuments: async (world) => ({ params: { id: (await onDocument(world)).params.id } }),
  uploadTicketDocument: async ({ api }) => ({ params: { id: (await makeTicket(api)).ticket_id }, body: uploadForm() }),
  getTicketDocument: onDocument,
  downloadTicketDocument: onDocument,
  updateTicketDocument: async (world) => ({ ...(await onDocument(world)), body: { document_name: 'Photo' } }),
  deleteTicketDocument: onDocument,
};
