import { apiInfo, asyncApiDocument, openApi30Document, openApiDocument } from '@psa/contract-kit/documents';
import { events, routes } from '@psa/contracts-product';
import { RecentMap } from '../recent-map.ts';
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

const asyncApiFiles = inFormats(asyncApi);
const openApiFiles = { '3.1': inFormats(openApi), '3.0': inFormats(openApi30) };

export type OpenApiVersion = keyof typeof openApiFiles;

/** Documents of single tags that are kept: whoever reads the reference goes through a few of them. */
const TAGS_KEPT = 32;
const filesOfTags = new RecentMap<string, StaticFile>(TAGS_KEPT);

/**
 * The OpenAPI document as it is sent.
 * @param tag the operations of this tag alone; the whole is eight megabytes, and takes a page seconds to show
 * @returns undefined where no operation has the tag
 */
export function openApiFile(version: OpenApiVersion, format: DocumentFormat, tag?: string): StaticFile | undefined {
  if (tag === undefined) return openApiFiles[version][format]();
  const ofTag = routes.filter((route) => route.tag === tag);
  if (ofTag.length === 0) return undefined;
  const key = `${version} ${format} ${tag}`;
  const kept = filesOfTags.get(key);
  if (kept !== undefined) return kept;
  const file = inFormats(() => (version === '3.1' ? openApiDocument(ofTag, apiInfo) : openApi30Document(ofTag, apiInfo)))[format]();
  filesOfTags.set(key, file);
  return file;
}

/** The AsyncAPI document as it is sent. */
export function asyncApiFile(format: DocumentFormat): StaticFile {
  return asyncApiFiles[format]();
}

/** The tags of all operations, in alphabetical order. */
export const apiTags = once((): readonly string[] => [...new Set(routes.map(({ tag }) => tag))].toSorted());
