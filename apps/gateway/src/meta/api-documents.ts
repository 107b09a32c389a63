import { apiInfo, asyncApiDocument, openApi30Document, openApiDocument } from '@psa/contract-kit/documents';
import { events, routes } from '@psa/contracts-product';
import { once } from './once.ts';
import { StaticFile } from './static-file.ts';
import { toYaml } from './to-yaml.ts';

// Rendered when first asked for: a gateway that starts serves at once, and most of them are never asked for every form.
export const openApi = once(() => openApiDocument(routes, apiInfo, events));
const openApi30 = once(() => openApi30Document(routes, apiInfo));
const asyncApi = once(() => asyncApiDocument(events, apiInfo));

export type DocumentFormat = 'json' | 'yaml';

const CACHE = 'public, max-age=300';

const inFormats = (document: () => object): Record<DocumentFormat, () => StaticFile> => ({
  json: once(() => new StaticFile('application/json; charset=utf-8', JSON.stringify(document()), CACHE)),
  yaml: once(() => new StaticFile('application/yaml; charset=utf-8', toYaml(document()), CACHE)),
});

/** The documents as they are sent. */
export const documentFiles = {
  openApi: { '3.1': inFormats(openApi), '3.0': inFormats(openApi30) },
  asyncApi: inFormats(asyncApi),
} as const;
