import type { assetDocumentRoutes, documentRoutes } from '@psa/contracts-assets';
import type { TestApi, TestResponse } from '@psa/test-kit';
import type { Fixture, World } from '@psa/test-kit/derived';
import { makeAsset, onAsset } from './asset.fixtures.ts';

export interface Upload {
  readonly bytes?: Uint8Array<ArrayBuffer> | string;
  readonly filename?: string;
  readonly type?: string;
  /** Form fields beside the file. */
  readonly fields?: Readonly<Record<string, string>>;
}

/** The form of an upload. */
export function uploadForm({
  bytes = 'warranty until 2030',
  filename = 'warranty.txt',
  type = 'text/plain',
  fields = {},
}: Upload = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes], { type }), filename);
  return form;
}

export function upload(api: TestApi, given?: Upload): Promise<TestResponse> {
  return api.post('/api/v1/documents', uploadForm(given));
}

/** A new document. */
export async function makeDocument(api: TestApi, given?: Upload): Promise<{ document_id: string; sha256: string; file_size: number }> {
  const { body } = await upload(api, given);
  return body.data as { document_id: string; sha256: string; file_size: number };
}

const onDocument: Fixture = async ({ api }) => ({ params: { id: (await makeDocument(api)).document_id } });

export const documentFixtures: { readonly [K in keyof typeof documentRoutes]: Fixture } = {
  listDocuments: async ({ api }) => {
    await makeDocument(api);
    return {};
  },
  uploadDocument: () => ({ body: uploadForm() }),
  getDocument: onDocument,
  downloadDocument: onDocument,
  updateDocument: async (world) => ({ ...(await onDocument(world)), body: { document_name: 'Renamed' } }),
  deleteDocument: onDocument,
};

/** A document associated with a new asset. */
export async function makeAssociation(world: World): Promise<{ association_id: string; entity_id: string; document_id: string }> {
  const { asset_id } = await makeAsset(world);
  const { document_id } = await makeDocument(world.api);
  const { body } = await world.api.post(`/api/v1/assets/${asset_id}/documents`, { document_id });
  return body.data.data as { association_id: string; entity_id: string; document_id: string };
}

export const assetDocumentFixtures: { readonly [K in keyof typeof assetDocumentRoutes]: Fixture } = {
  listAssetDocuments: async (world) => ({ params: { id: (await makeAssociation(world)).entity_id } }),
  associateDocument: async (world) => ({ ...(await onAsset(world)), body: { document_id: (await makeDocument(world.api)).document_id } }),
  detachDocument: async (world) => ({ params: { associationId: (await makeAssociation(world)).association_id } }),
};
