/**
 * What a path of members leads to.
 * @param path members and indexes of arrays, separated by dots
 * @returns undefined where the path leads nowhere; only what a value itself holds is found, nothing it inherits
 */
export function readPath(value: unknown, path: string): unknown {
  let current = value;
  for (const member of path.split('.')) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, member)) return undefined;
    current = (current as Record<string, unknown>)[member];
  }
  return current;
}
