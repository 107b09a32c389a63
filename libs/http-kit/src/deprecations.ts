import { type Deprecation, deprecatedMembers, type Route } from '@psa/contract-kit';

interface OfRoute {
  readonly whole: Deprecation | undefined;
  readonly query: ReadonlyMap<string, Deprecation>;
  readonly body: ReadonlyMap<string, Deprecation>;
}

/** What of a service's routes is deprecated, so that who uses it is told. Most routes have nothing, and cost one look-up. */
export class Deprecations {
  readonly #routes = new Map<Route, OfRoute>();

  constructor(routes: Iterable<Route>) {
    for (const route of routes) {
      const query = deprecatedMembers(route.query);
      const body = deprecatedMembers(route.body);
      if (route.deprecated !== undefined || query.size > 0 || body.size > 0)
        this.#routes.set(route, { whole: route.deprecated, query, body });
    }
  }

  /**
   * What a request uses that is deprecated: the route, or the first such member.
   * @param query as it was parsed
   * @param body as it was parsed
   */
  usedBy(route: Route, query: object, body: unknown): Deprecation | undefined {
    const found = this.#routes.get(route);
    if (found === undefined) return undefined;
    return found.whole ?? sent(found.query, query) ?? sent(found.body, body);
  }
}

function sent(members: ReadonlyMap<string, Deprecation>, given: unknown): Deprecation | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  for (const [name, deprecation] of members) if ((given as Record<string, unknown>)[name] !== undefined) return deprecation;
  return undefined;
}

/** Headers that tell of a deprecation: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and a link to the successor. */
export function deprecationHeaders({ since, sunset, instead }: Deprecation): Record<string, string> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset !== undefined && { sunset: new Date(sunset).toUTCString() }),
    ...(instead?.startsWith('/') === true && { link: `<${instead}>; rel="successor-version"` }),
  };
}
