import { statement } from '@psa/postgres-kit';
import type { Db } from '../../assets-app.ts';
import type { DocumentStorage } from '../../ports/document-storage.ts';
import type { Tables } from '../../tables.ts';

/** What one statement carries: small beside the memory of a process, large beside the cost of a round trip. */
const PIECE_BYTES = 1024 * 1024;

const pieceStatement = statement<Tables>()((db, p: { document_id: string; piece: number }) =>
  db.selectFrom('document_contents').select('bytes').where('document_id', '=', p.document_id).where('piece', '=', p.piece),
);

/** Keeps documents in Postgres: one backup, one transaction, one wall between tenants. */
export const postgresDocumentStorage: DocumentStorage = {
  async write(tx, document_id, bytes) {
    for (let piece = 0; piece * PIECE_BYTES < bytes.length; piece++) {
      await tx
        .insertInto('document_contents')
        .values({ document_id, piece, bytes: bytes.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES) })
        .execute();
    }
  },

  read: readPieces,

  async remove(tx, documentId) {
    await tx.deleteFrom('document_contents').where('document_id', '=', documentId).execute();
  },
};

async function* readPieces(db: Db, documentId: string, size: number): AsyncGenerator<Uint8Array> {
  for (let piece = 0, sent = 0; sent < size; piece++) {
    const row = await db.first(pieceStatement, { document_id: documentId, piece });
    if (row === undefined) throw new Error(`Document ${documentId} ended after ${sent} of ${size} bytes`);
    yield row.bytes;
    sent += row.bytes.length;
  }
}
