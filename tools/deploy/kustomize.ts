import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { nameGenerated, NEEDS_HASH } from './kustomize-generated-names.ts';
import { replace, type Replacement } from './kustomize-replacements.ts';

/** A document as it is applied; loosely typed, for it has still to be checked. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Document = Record<string, any>;

interface Target {
  readonly kind?: string;
  readonly name?: string;
  readonly labelSelector?: string;
}

interface Operation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value?: unknown;
}

interface Kustomization {
  readonly namespace?: string;
  readonly resources?: readonly string[];
  readonly components?: readonly string[];
  readonly patches?: readonly { readonly path?: string; readonly patch?: string; readonly target?: Target; readonly options?: object }[];
  readonly images?: readonly Image[];
  readonly configMapGenerator?: readonly Generator[];
  readonly replacements?: readonly Replacement[];
}

/** A ConfigMap that is named after what it holds, so that a change of it rolls whoever reads it. */
interface Generator {
  readonly name: string;
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
  readonly options?: { readonly labels?: Readonly<Record<string, string>> };
}

interface Image {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly digest?: string;
}

const KNOWN = new Set([
  'apiVersion',
  'kind',
  'namespace',
  'resources',
  'components',
  'patches',
  'images',
  'configMapGenerator',
  'replacements',
]);
const CLUSTER_WIDE = new Set(['PriorityClass']);
/** Documents that only replacements read. */
const LOCAL_CONFIG = 'config.kubernetes.io/local-config';
/** What an overlay may do without, so that a patch of it may meet nothing, as it may of anything in kustomize. */
const OPTIONAL = new Set(['Ingress']);
/** Lists whose items are known by name, and merged with it. */
const MERGED_BY_NAME = new Set(['containers', 'initContainers', 'env', 'volumes']);

/**
 * Renders a kustomization where `kubectl` is not at hand: the part of the language that the manifests here are written in, and
 * nothing else. A test compares it with `kubectl kustomize` wherever that is found.
 */
export function renderKustomization(folder: string): Document[] {
  const documents = apply(folder, []).filter(({ metadata }) => metadata.annotations?.[LOCAL_CONFIG] !== 'true');
  return nameGenerated(documents);
}

/** A ConfigMap by the name it had before that of its content was added. */
export function configMapOf(documents: readonly Document[], name: string): Document {
  const found = documents.filter(
    ({ kind, metadata }) => kind === 'ConfigMap' && (metadata.name as string).replace(/-[a-z0-9]{10}$/, '') === name,
  );
  if (found.length !== 1) throw new Error(`there are ${found.length} ConfigMaps ${name}`);
  return found[0] as Document;
}

function apply(folder: string, before: Document[]): Document[] {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((member) => !KNOWN.has(member));
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} cannot be rendered here`);
  let documents = [...before, ...(kustomization.resources ?? []).flatMap((path) => load(join(folder, path)))];
  for (const component of kustomization.components ?? []) documents = apply(join(folder, component), documents);
  documents = [...documents, ...(kustomization.configMapGenerator ?? []).map((generator) => generated(folder, generator))];
  for (const { path, patch, target } of kustomization.patches ?? []) {
    const text = patch ?? readFileSync(join(folder, path ?? ''), 'utf8');
    documents = patched(documents, parse(text) as Document | Operation[], target);
  }
  for (const image of kustomization.images ?? []) documents = documents.map((document) => withImage(document, image) as Document);
  if (kustomization.namespace !== undefined) documents = documents.map((document) => inNamespace(document, kustomization.namespace ?? ''));
  return replace(documents, kustomization.replacements ?? []);
}

function inNamespace(document: Document, namespace: string): Document {
  const { kind, metadata } = document;
  if (CLUSTER_WIDE.has(kind as string)) return document;
  return { ...document, metadata: { ...metadata, ...(kind === 'Namespace' ? { name: namespace } : { namespace }) } };
}

function generated(folder: string, { name, literals = [], files = [], options: { labels } = {} }: Generator): Document {
  const written = literals.map((literal) => [literal.slice(0, literal.indexOf('=')), literal.slice(literal.indexOf('=') + 1)] as const);
  const read = files.map((file) => [basename(file), readFileSync(join(folder, file), 'utf8')] as const);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, ...(labels && { labels }), annotations: { [NEEDS_HASH]: 'true' } },
    data: Object.fromEntries([...written, ...read]),
  };
}

/** Renames an image wherever a container has it; a tag or a digest takes the place of both. */
function withImage(value: unknown, image: Image): unknown {
  if (Array.isArray(value)) return value.map((item) => withImage(item, image));
  if (!isObject(value)) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([member, item]) => [member, withImage(item, image)]));
  const { name, newName = name, newTag, digest } = image;
  const written = value['image'] as unknown;
  if (typeof written !== 'string' || written.replace(/(?::[^/@]+)?(?:@.+)?$/, '') !== name) return copy;
  const place = newTag === undefined && digest === undefined ? written.slice(name.length) : '';
  return { ...copy, image: `${newName}${place}${newTag === undefined ? '' : `:${newTag}`}${digest === undefined ? '' : `@${digest}`}` };
}

function load(path: string): Document[] {
  if (!path.endsWith('.yaml')) return apply(path, []);
  return parseAllDocuments(readFileSync(path, 'utf8'), { merge: true }).map((document) => document.toJS() as Document);
}

function patched(documents: Document[], patch: Document | Operation[], target: Target | undefined): Document[] {
  const own = Array.isArray(patch) ? undefined : patch;
  const isMeant = target
    ? (document: Document) => matches(document, target)
    : (document: Document) => document['kind'] === own?.['kind'] && document['metadata'].name === own?.['metadata'].name;
  if (!documents.some(isMeant) && OPTIONAL.has(target?.kind ?? '')) return documents;
  if (!documents.some(isMeant)) throw new Error(`a patch meets nothing: ${JSON.stringify(target ?? own?.['metadata'])}`);
  if (own?.['$patch'] === 'delete') return documents.filter((document) => !isMeant(document));
  return documents.map((document) => {
    if (!isMeant(document)) return document;
    const copy = structuredClone(document);
    if (Array.isArray(patch)) for (const operation of patch) operate(copy, operation);
    else merge(copy, patch);
    return copy;
  });
}

function matches({ kind, metadata }: Document, { kind: wanted, name, labelSelector }: Target): boolean {
  const labels = (metadata.labels ?? {}) as Record<string, string>;
  return (
    (wanted === undefined || kind === wanted) &&
    (name === undefined || new RegExp(`^(?:${name})$`).test(metadata.name as string)) &&
    (labelSelector ?? '')
      .split(/,(?![^(]*\))/)
      .filter(Boolean)
      .every((term) => {
        const [, label = '', one, several = ''] = /^([^=\s]+)(?:=(.*)| in \((.*)\))$/.exec(term.trim()) ?? [];
        return (one === undefined ? several.split(/,\s*/) : [one]).includes(labels[label] ?? '');
      })
  );
}

/** JSON Patch (RFC 6902), as far as members of objects and the ends of lists are concerned. */
function operate(document: Document, { op, path, value }: Operation): void {
  const steps = path
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = steps.pop() ?? '';
  const parent = steps.reduce<Document | undefined>((at, step) => at?.[step] as Document | undefined, document);
  if (parent === undefined || (op !== 'add' && !(last in parent)))
    throw new Error(`${document['kind']} ${document['metadata'].name} has no ${path}`);
  // The place after the last of a list.
  const member = last === '-' ? String(parent['length']) : last;
  if (op === 'remove') delete parent[member];
  else parent[member] = value;
}

/** Strategic merge: objects member by member, lists of named things by name, whatever else as a whole. */
function merge(into: Document, patch: Document): void {
  for (const [member, value] of Object.entries(patch)) {
    const there = into[member] as unknown;
    if (Array.isArray(value) && Array.isArray(there) && MERGED_BY_NAME.has(member))
      into[member] = mergeByName(there as Document[], value as Document[]);
    else if (isObject(value) && isObject(there)) merge(there, value);
    else into[member] = value;
  }
}

function mergeByName(there: Document[], patch: Document[]): Document[] {
  const named = new Map(there.map((item) => [item['name'], item]));
  const added = patch.filter(({ name }) => !named.has(name));
  for (const item of patch) {
    const known = named.get(item['name']);
    if (known) merge(known, item);
  }
  // What is new comes first, as in kustomize: a variable may refer to those before it.
  return [...added, ...there];
}

function isObject(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
