import { createHash } from 'node:crypto';
import type { Document } from './kustomize.ts';

/** An annotation of documents whose name is yet to get its hash; it is in no output. */
export const NEEDS_HASH = 'needs-hash';

/** Letters in place of digits and vowels that might make a word. */
const SAFE: Readonly<Record<string, string>> = { 0: 'g', 1: 'h', 3: 'k', a: 'm', e: 't' };
const HASH_LENGTH = 10;

/** Adds the hash of its content to the name of each generated ConfigMap, and to the names by which pods refer to it. */
export function nameGenerated(documents: readonly Document[]): Document[] {
  const names = new Map(
    documents
      .filter(isGenerated)
      .map((document) => [document['metadata'].name as string, `${document['metadata'].name}-${hashOf(document)}`]),
  );
  return documents.map((document) => {
    const renamed = withReferences(document, names) as Document;
    if (!isGenerated(document)) return renamed;
    const { annotations: { [NEEDS_HASH]: _, ...annotations } = {}, ...metadata } = renamed['metadata'] as Document;
    const name = names.get(metadata['name'] as string);
    return { ...renamed, metadata: { ...metadata, name, ...(Object.keys(annotations).length > 0 && { annotations }) } };
  });
}

function isGenerated(document: Document): boolean {
  return document['metadata'].annotations?.[NEEDS_HASH] !== undefined;
}

/** As kustomize computes it: over the JSON of kind and data in the order of their names, with a name that is empty yet. */
function hashOf({ kind, data }: Document): string {
  const sorted = Object.fromEntries(Object.entries(data as Record<string, string>).sort(([one], [other]) => (one < other ? -1 : 1)));
  const encoded = JSON.stringify({ data: sorted, kind: kind as string, name: '' }).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  const hash = createHash('sha256').update(encoded).digest('hex').slice(0, HASH_LENGTH);
  return [...hash].map((digit) => SAFE[digit] ?? digit).join('');
}

/** Where a pod names a ConfigMap. */
const REFERENCES = new Set(['configMap', 'configMapRef', 'configMapKeyRef']);

function withReferences(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, item]) => {
      const name = REFERENCES.has(member) ? names.get((item as { name: string }).name) : undefined;
      return [member, name === undefined ? withReferences(item, names) : { ...(item as object), name }];
    }),
  );
}
