import { EXAMPLE_ID, type Route } from '@psa/contract-kit';

/** Members with a value that only a tenant can give, and why; as with ids, that of the fixture is sent, or none. */
export const FROM_FIXTURE: Readonly<Record<string, string>> = {
  challenge_token: 'is made with the options of a passkey, and good once',
  content_hash: 'is the hash of a preview',
  csrfToken: 'is made for a browser',
  local_tax_region: 'names a region with a tax rate',
  tax_region: 'names a region with a tax rate',
  token: 'is a one-time code, or in a link that was sent',
  two_factor_code: 'is a one-time code',
  workflow_name: 'names a workflow',
  workflow_version: 'names a version of a workflow',
};

/** Places in a body, as JSON of their paths. */
interface Places {
  /** Ids and names in the example that the fixture has no row for. */
  readonly withoutRow: Set<string>;
  /** Objects that cannot do without such an id. */
  readonly omitted: Set<string>;
}

/**
 * A documented example with rows of the tenant in it.
 * @param example what the document shows
 * @param made body of the route's fixture: an id in the example is replaced by the one in the same place of it, and left out with what
 * requires it where there is none
 * @param fromFixture members that are taken from the fixture whatever the example shows
 */
export function exampleBody(route: Route, example: unknown, made: unknown, fromFixture: readonly string[]): unknown {
  const places: Places = { withoutRow: new Set(), omitted: new Set() };
  const taken = Object.entries((made ?? {}) as object).filter(([name]) => fromFixture.includes(name));
  for (;;) {
    const filled = fill(example, made, [], places);
    const body: unknown = taken.length === 0 ? filled : { ...(filled as object), ...(Object.fromEntries(taken) as object) };
    const holders = (route.body?.safeParse(body).error?.issues ?? [])
      .filter(({ path }) => path.length > 1 && places.withoutRow.has(JSON.stringify(path)))
      .map(({ path }) => JSON.stringify(path.slice(0, -1)))
      .filter((holder) => !places.omitted.has(holder));
    if (holders.length === 0) return body;
    for (const holder of holders) places.omitted.add(holder);
  }
}

function fill(example: unknown, made: unknown, path: readonly PropertyKey[], places: Places): unknown {
  const place = JSON.stringify(path);
  if (places.omitted.has(place)) return undefined;
  if (example === EXAMPLE_ID || String(path.at(-1)) in FROM_FIXTURE) {
    if (made === undefined) places.withoutRow.add(place);
    return made;
  }
  if (Array.isArray(example)) {
    const items = example
      .map((item, index) => fill(item, memberOf(made, index), [...path, index], places))
      .filter((item) => item !== undefined);
    return items.length === 0 && example.length > 0 ? undefined : items;
  }
  if (typeof example !== 'object' || example === null) return example;
  const members = Object.entries(example)
    .map(([name, value]) => [name, fill(value, memberOf(made, name), [...path, name], places)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(members);
}

function memberOf(made: unknown, name: string | number): unknown {
  return typeof made === 'object' && made !== null ? (made as Record<string | number, unknown>)[name] : undefined;
}
