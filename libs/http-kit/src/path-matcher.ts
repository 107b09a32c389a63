import type { Method } from '@psa/contract-kit';

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  placeholder: Node<T> | undefined;
  readonly targets: Map<Method, { target: T; names: readonly string[] }>;
}

/** What a path leads to. */
export type Match<T> =
  | { readonly found: true; readonly target: T; readonly params: Record<string, string> }
  | { readonly found: false; readonly allowed: readonly Method[] };

const node = <T>(): Node<T> => ({ literals: new Map(), placeholder: undefined, targets: new Map() });

/** A slash at the end makes no difference. */
function segmentsOf(path: string): string[] {
  const segments = path.slice(1).split('/');
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

/**
 * Finds routes by path in time that depends on the path's length, not on the number of routes (300 flat express routes cost
 * 67 µs a request). A literal segment wins over a placeholder, whatever the order of declaration.
 */
export class PathMatcher<T> {
  readonly #root = node<T>();

  /** @throws when two routes share a method and a path */
  add(method: Method, path: string, target: T): void {
    const names: string[] = [];
    let current = this.#root;
    for (const segment of segmentsOf(path)) {
      if (segment.startsWith('{')) {
        names.push(segment.slice(1, -1));
        current = current.placeholder ??= node<T>();
      } else {
        let next = current.literals.get(segment);
        if (next === undefined) current.literals.set(segment, (next = node<T>()));
        current = next;
      }
    }
    if (current.targets.has(method)) throw new Error(`${method.toUpperCase()} ${path} is declared twice`);
    current.targets.set(method, { target, names });
  }

  /** @param path the request's path without query, still percent-encoded */
  match(method: string, path: string): Match<T> {
    // `OPTIONS *` asks about the server as a whole.
    if (!path.startsWith('/')) return { found: false, allowed: [] };
    const wanted = (method === 'HEAD' ? 'get' : method.toLowerCase()) as Method;
    const end = path.endsWith('/') ? path.length - 1 : path.length;
    return find(this.#root, path, 1, end, wanted, []) ?? { found: false, allowed: [...methodsAt(this.#root, segmentsOf(path), 0)] };
  }
}

/**
 * @param start where the next segment begins; beyond the end when there is none
 * @param end where the last one ends
 * @param values of the placeholders so far
 */
function find<T>(at: Node<T>, path: string, start: number, end: number, method: Method, values: string[]): Match<T> | undefined {
  if (start > end) {
    const leaf = at.targets.get(method);
    if (leaf === undefined) return undefined;
    const params: Record<string, string> = {};
    for (let position = 0; position < leaf.names.length; position++)
      params[leaf.names[position] as string] = decodeSegment(values[position] as string);
    return { found: true, target: leaf.target, params };
  }
  const slash = path.indexOf('/', start);
  const stop = slash === -1 || slash > end ? end : slash;
  const segment = path.slice(start, stop);
  const literal = at.literals.get(segment);
  const viaLiteral = literal && find(literal, path, stop + 1, end, method, values);
  if (viaLiteral) return viaLiteral;
  if (at.placeholder === undefined || segment === '') return undefined;
  values.push(segment);
  const viaPlaceholder = find(at.placeholder, path, stop + 1, end, method, values);
  values.pop();
  return viaPlaceholder;
}

/** The methods a path is served with, whichever way leads to it. */
function methodsAt<T>(at: Node<T>, segments: readonly string[], index: number): Set<Method> {
  if (index === segments.length) return new Set(at.targets.keys());
  const segment = segments[index] as string;
  const literal = at.literals.get(segment);
  const methods = literal === undefined ? new Set<Method>() : methodsAt(literal, segments, index + 1);
  if (at.placeholder === undefined || segment === '') return methods;
  return new Set([...methods, ...methodsAt(at.placeholder, segments, index + 1)]);
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
