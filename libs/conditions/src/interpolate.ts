import { readPath } from './read-path.ts';

const PLACEHOLDER = /\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}/g;
const WHOLE = /^\{\{\s*([\w-]+(?:\.[\w-]+)*)\s*\}\}$/;

export interface InterpolateOptions {
  /** What becomes of a placeholder that leads nowhere; nothing when absent. */
  readonly missing?: 'empty' | 'keep';
  /** Makes what is filled in fit for where it goes, such as HTML; everything becomes text then. */
  readonly encode?: (text: string) => string;
}

/**
 * A value with the placeholders in its texts filled, such as `{{event.data.name}}`. A text that is nothing but one placeholder
 * becomes what it stands for, whatever its type; within a text objects are written as JSON. Placeholders that lead nowhere are
 * left empty, or as they are.
 */
export function interpolate(value: unknown, context: unknown, options: InterpolateOptions = {}): unknown {
  if (typeof value === 'string') return fill(value, context, options);
  if (Array.isArray(value)) return value.map((element) => interpolate(element, context, options));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, interpolate(member, context, options)]));
}

function fill(text: string, context: unknown, { missing = 'empty', encode }: InterpolateOptions): unknown {
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined && encode === undefined) {
    const found = readPath(context, whole);
    return found === undefined ? (missing === 'keep' ? text : '') : found;
  }
  return text.replaceAll(PLACEHOLDER, (placeholder, path: string) => {
    const found = readPath(context, path);
    if (found === undefined) return missing === 'keep' ? placeholder : '';
    const written = found === null ? '' : typeof found === 'object' ? JSON.stringify(found) : String(found as string | number | boolean);
    return encode === undefined ? written : encode(written);
  });
}

/** Paths of the placeholders in the texts of a value, each with where it stands. */
export function placeholdersOf(value: unknown, at: readonly (string | number)[] = []): { at: (string | number)[]; path: string }[] {
  if (typeof value === 'string') return [...value.matchAll(PLACEHOLDER)].map(([, path]) => ({ at: [...at], path: path as string }));
  if (typeof value !== 'object' || value === null) return [];
  const members: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return members.flatMap(([member, content]) => placeholdersOf(content, [...at, member]));
}
