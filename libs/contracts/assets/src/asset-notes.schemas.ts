import { Id, Links, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** What a rich-text editor keeps: a list of blocks, or a document object. */
const BlockData = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown()), z.null()], { error: 'must be rich-text JSON or null' });

export const AssetNotes = z
  .object({
    data: z.object({
      document: z
        .object({
          document_id: Id.describe('Identifies the notes'),
          document_name: z.string().describe('Name of the asset at the time, and the word Notes'),
          created_at: Timestamp.describe('When the notes were first written'),
          updated_at: Timestamp.describe('When they were last written'),
        })
        .nullable()
        .describe('null when the asset has no notes'),
      blockData: BlockData.describe('The rich text'),
      lastUpdated: Timestamp.nullable().describe('When the notes were last written'),
    }),
    _links: Links,
  })
  .meta({ id: 'AssetNotes' });
export type AssetNotes = z.infer<typeof AssetNotes>;

export const WriteAssetNotes = z
  .object({ blockData: BlockData.describe('The rich text; null empties the notes') })
  .meta({ id: 'WriteAssetNotes' });
export type WriteAssetNotes = z.infer<typeof WriteAssetNotes>;

export const WrittenAssetNotes = z
  .object({
    data: z.object({ document_id: Id.describe('Identifies the notes') }),
    message: z.string().describe('For people'),
    _links: Links,
  })
  .meta({ id: 'WrittenAssetNotes' });

export const DeleteAssetNotesQuery = z.object({
  delete_document: QueryBoolean.default(false).describe(
    'true deletes the text; otherwise it is only taken off the asset until notes are written again',
  ),
});
