import type { Document } from './kustomize.ts';

interface Selection {
  readonly kind?: string;
  readonly name?: string;
}

interface Options {
  readonly delimiter?: string;
  readonly index?: number;
}

/** A value of one document that is written into others. */
export interface Replacement {
  readonly source: Selection & { readonly fieldPath: string };
  readonly targets: readonly { readonly select: Selection; readonly fieldPaths: readonly string[]; readonly options?: Options }[];
}

/** What kustomize does by `replacements`. Where a selection meets nothing, nothing is replaced, as there; a path that a selected document lacks is an error. */
export function replace(documents: readonly Document[], replacements: readonly Replacement[]): Document[] {
  const copies = structuredClone(documents) as Document[];
  for (const { source, targets } of replacements) {
    const value = read(copies, source);
    for (const { select, fieldPaths, options } of targets)
      for (const document of copies.filter((one) => isSelected(one, select)))
        for (const path of fieldPaths) write(document, stepsOf(path), value, options);
  }
  return copies;
}

function read(documents: readonly Document[], { fieldPath, ...selection }: Replacement['source']): string {
  const found = documents.filter((document) => isSelected(document, selection));
  if (found.length !== 1) throw new Error(`a replacement has ${found.length} sources: ${JSON.stringify(selection)}`);
  const value = stepsOf(fieldPath).reduce<unknown>((at, step) => (at as Document | undefined)?.[step], found[0]);
  if (typeof value !== 'string') throw new Error(`${JSON.stringify(selection)} has no ${fieldPath}`);
  return value;
}

function isSelected({ kind, metadata }: Document, { kind: wanted, name }: Selection): boolean {
  return (wanted === undefined || kind === wanted) && (name === undefined || new RegExp(`^(?:${name})$`).test(metadata.name as string));
}

/** `a.[b.c/d].*` is a, b.c/d and each member. */
function stepsOf(path: string): string[] {
  return [...path.matchAll(/\[([^\]]+)\]|([^.]+)/g)].map(([, bracketed, plain]) => bracketed ?? plain ?? '');
}

function write(at: unknown, [step = '', ...rest]: readonly string[], value: string, options: Options | undefined): void {
  const parent = at as Document;
  if (step === '*') return Object.values(parent).forEach((each) => writeWhereThere(each, rest, value, options));
  if (!(step in parent)) throw new Error(`a replacement finds no ${[step, ...rest].join('.')}`);
  if (rest.length > 0) write(parent[step], rest, value, options);
  else parent[step] = inside(parent[step] as string, value, options);
}

/** Of what a star stands for, some may lack the rest of the path. */
function writeWhereThere(at: unknown, steps: readonly string[], value: string, options: Options | undefined): void {
  const there = steps.reduce<unknown>((parent, step) => (parent as Document | undefined)?.[step], at);
  if (there !== undefined) write(at, steps, value, options);
}

/** @returns the text with the value in place of one part of it, or the value */
function inside(text: string, value: string, { delimiter, index = 0 }: Options = {}): string {
  if (delimiter === undefined) return value;
  return text
    .split(delimiter)
    .map((part, at) => (at === index ? value : part))
    .join(delimiter);
}
