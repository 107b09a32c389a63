type Members = Readonly<Record<string, unknown>>;

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Only the members that the paths lead to. */
export function withPaths(members: Members, paths: readonly string[]): Record<string, unknown> {
  const ofMember = pathsByMember(paths);
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
      const rest = ofMember.get(name);
      if (rest === undefined) return [];
      if (rest.includes('') || !isMembers(value) || Array.isArray(value)) return rest.includes('') ? [[name, value]] : [];
      return [[name, withPaths(value, rest)]];
    }),
  );
}

/** All members but those the paths lead to. */
export function withoutPaths(members: Members, paths: readonly string[]): Record<string, unknown> {
  const ofMember = pathsByMember(paths);
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
      const rest = ofMember.get(name);
      if (rest === undefined) return [[name, value]];
      if (rest.includes('')) return [];
      return [[name, isMembers(value) && !Array.isArray(value) ? withoutPaths(value, rest) : value]];
    }),
  );
}

/** Members of members become members with dots in their names; lists stay lists. */
export function flattened(members: Members, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]): [string, unknown][] =>
      isMembers(value) && !Array.isArray(value) ? Object.entries(flattened(value, `${prefix}${name}.`)) : [[prefix + name, value]],
    ),
  );
}

/** What of each path is left behind its first name; '' where that is all of it. */
function pathsByMember(paths: readonly string[]): Map<string, string[]> {
  const byMember = new Map<string, string[]>();
  for (const path of paths) {
    const [name = '', ...rest] = path.split('.');
    byMember.set(name, [...(byMember.get(name) ?? []), rest.join('.')]);
  }
  return byMember;
}
