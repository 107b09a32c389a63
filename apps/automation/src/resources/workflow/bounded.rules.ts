import { readPath } from '@psa/conditions';

/** Characters of JSON that a value in a history has at most: histories have to stay short. */
const MAX_CHARS = 16_384;
/** What texts, lists and objects are cut to, tried one after the other until the value is short enough. */
const CUTS = [
  { characters: 4_096, members: 1_000 },
  { characters: 1_024, members: 200 },
  { characters: 256, members: 50 },
  { characters: 64, members: 10 },
] as const;
type Cut = (typeof CUTS)[number];

type Members = Record<string, unknown>;

/**
 * A value as histories keep it: of one that is too large the large parts are cut, and an object says so by `truncated`.
 * @param keptPaths members that stay as they are, however long; looked at only where something is cut
 */
export function bounded(value: unknown, keptPaths: (value: object) => readonly string[] = () => []): unknown {
  if (isShort(value)) return value ?? null;
  if (typeof value === 'string') return shortText(value, MAX_CHARS);
  const kept = keptPaths(value as object);
  for (const cut of CUTS) {
    const short = shortened(value, cut);
    if (isShort(short)) return Array.isArray(short) ? short : marked(short as Members, value, kept);
  }
  return marked({ text: JSON.stringify(value).slice(0, MAX_CHARS) }, value, kept);
}

function isShort(value: unknown): boolean {
  return JSON.stringify(value ?? null).length <= MAX_CHARS;
}

function shortened(value: unknown, cut: Cut): unknown {
  if (typeof value === 'string') return shortText(value, cut.characters);
  if (Array.isArray(value)) return value.slice(0, cut.members).map((item) => shortened(item, cut));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).slice(0, cut.members);
  return Object.fromEntries(members.map(([name, member]) => [name, shortened(member, cut)]));
}

function shortText(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters)}…`;
}

function marked(short: Members, whole: unknown, kept: readonly string[]): Members {
  const result: Members = { ...short, truncated: true };
  for (const path of kept) {
    const value = readPath(whole, path);
    if (value !== undefined) putAt(result, path.split('.'), value);
  }
  return result;
}

/** Puts a value where a path leads, which may have been cut off. */
function putAt(target: Members, path: readonly string[], value: unknown): void {
  const [member, ...rest] = path as [string, ...string[]];
  if (rest.length === 0) {
    Object.defineProperty(target, member, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  const inner = Object.hasOwn(target, member) ? target[member] : undefined;
  const next = typeof inner === 'object' && inner !== null ? (inner as Members) : {};
  if (next !== inner) putAt(target, [member], next);
  putAt(next, rest, value);
}
