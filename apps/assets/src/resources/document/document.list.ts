import type { DocumentListQuery } from '@psa/contracts-assets';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { ClientScope } from './document.access.ts';
import type { DocumentRecord } from './document.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'created_at',
    updated_at: 'updated_at',
    document_name: 'document_name',
    original_filename: 'original_filename',
    mime_type: 'mime_type',
    file_size: 'file_size',
  },
  id: { ref: 'document_id', name: 'document_id' },
};

/** One page of the documents the audience may see and that pass every filter. */
export function listDocuments(db: Db, query: DocumentListQuery, audience: ClientScope): Promise<Page<DocumentRecord>> {
  const matching = matchingDocuments(db, query, audience);
  return readPage<DocumentRecord>(matching.selectAll(), order, query, async () => {
    if (audience === 'tenant' && !hasFilter(query)) return readRowCount(db, 'documents');
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

function hasFilter({
  search,
  mime_type,
  uploaded_by,
  client_id,
  created_from,
  created_to,
  updated_from,
  updated_to,
}: DocumentListQuery): boolean {
  return [search, mime_type, uploaded_by, client_id, created_from, created_to, updated_from, updated_to].some(
    (value) => value !== undefined && value !== '',
  );
}

function matchingDocuments(db: Db, query: DocumentListQuery, audience: ClientScope) {
  const { search, mime_type, uploaded_by, client_id, created_from, created_to, updated_from, updated_to } = query;
  let rows = db.selectFrom('documents');
  if (audience !== 'tenant') rows = rows.where('client_id', '=', audience.clientId);
  if (search) {
    const pattern = containsPattern(search);
    rows = rows.where((eb) =>
      eb.or([eb('document_name', 'ilike', pattern), eb('original_filename', 'ilike', pattern), eb('notes', 'ilike', pattern)]),
    );
  }
  if (mime_type) rows = rows.where('mime_type', 'like', mediaTypePattern(mime_type));
  if (uploaded_by !== undefined) rows = rows.where('uploaded_by', '=', uploaded_by);
  if (client_id !== undefined) rows = rows.where('client_id', '=', client_id);
  if (created_from !== undefined) rows = rows.where('created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('created_at', '<=', created_to);
  if (updated_from !== undefined) rows = rows.where('updated_at', '>=', updated_from);
  if (updated_to !== undefined) rows = rows.where('updated_at', '<=', updated_to);
  return rows;
}

/** `image/*` stands for all images; anything else for itself. */
function mediaTypePattern(text: string): string {
  const family = /^([^*]+\/)\*$/.exec(text.toLowerCase())?.[1];
  const exact = (part: string) => containsPattern(part).slice(1, -1);
  return family === undefined ? exact(text.toLowerCase()) : `${exact(family)}%`;
}
