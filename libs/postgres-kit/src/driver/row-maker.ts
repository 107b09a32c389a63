import { asIs } from './type-parsers.ts';

/** A column as pg describes it. */
export interface Column {
  readonly name: string;
  readonly format?: string;
}

type Parse = (text: string) => unknown;

/** Makes an object of the values of a row, which are texts as they came. */
export type RowMaker = (values: readonly (string | null)[]) => object;

type BoundMaker = (parsers: readonly Parse[]) => RowMaker;

/** Kinds of rows that are remembered: a process names a thousand statements, most of which give rows of the same kinds. */
const REMEMBERED = 1000;

const makers = new Map<string, BoundMaker>();

/**
 * Makes the rows of a statement by a function of their own, an object literal with their columns. pg copies an empty object for each row, in one
 * place for all statements; V8 does not know any more what it copies there, and adds member after member, with 3 KB of garbage for a row of 65.
 * @returns undefined for rows that this is not for
 */
export function rowMaker(columns: readonly Column[], parsers: readonly Parse[]): RowMaker | undefined {
  // In a literal that name is no member, and binary values are no texts.
  if (columns.length === 0 || columns.some(({ name, format }) => name === '__proto__' || format === 'binary')) return undefined;
  const text = literalOf(columns, parsers);
  let make = makers.get(text);
  if (make === undefined) {
    if (makers.size >= REMEMBERED) return undefined;
    // The text consists of places and of quoted names.
    make = new Function('parsers', text) as BoundMaker;
    makers.set(text, make);
  }
  return make(parsers);
}

function literalOf(columns: readonly Column[], parsers: readonly Parse[]): string {
  const members = columns.map(({ name }, place) => {
    const value = `values[${place}]`;
    return `${JSON.stringify(name)}: ${parsers[place] === asIs ? value : `${value} === null ? null : parsers[${place}](${value})`}`;
  });
  return `return (values) => ({ ${members.join(', ')} })`;
}
