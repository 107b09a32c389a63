import { type Form, type Method, needsPrincipal, type Route } from '@psa/contract-kit';
import { PathMatcher } from '@psa/http-kit';

/** A route with what the gateway asks of it for every request. */
export interface RouteEntry {
  readonly route: Route;
  readonly service: string;
  readonly form: Form;
  /** Whether a caller must be known before the request goes on. */
  readonly protected: boolean;
  /** Whether the answer may be a stream of events. */
  readonly mayStream: boolean;
  /** `METHOD path`, the name of the route in figures. */
  readonly endpoint: string;
}

/** Where a request leads. */
export type RouteMatch =
  | { readonly entry: RouteEntry }
  /** A path that is served, by other methods. */
  | { readonly entry: undefined; readonly form: Form; readonly allowed: readonly Method[] };

const NEAREST_TRIES = 8;

/** Every route of every contract: what is not in here reaches no service. */
export class RouteTable {
  readonly #matcher = new PathMatcher<RouteEntry>();

  constructor(routes: readonly Route[]) {
    for (const route of routes) {
      const entry: RouteEntry = {
        route,
        service: route.service,
        form: route.form,
        protected: needsPrincipal(route),
        mayStream: route.reply.media?.includes('text/event-stream') === true,
        endpoint: `${route.method.toUpperCase()} ${route.path}`,
      };
      for (const path of route.paths) this.#matcher.add(route.method, path, entry);
    }
  }

  /** @param path the request's path without query */
  find(method: string, path: string): RouteMatch {
    const match = this.#matcher.match(method, path);
    if (match.found) return { entry: match.target };
    const [sibling] = match.allowed;
    const form = sibling === undefined ? this.#formNear(path) : this.#formOf(sibling, path);
    return { entry: undefined, form: form ?? 'data', allowed: match.allowed };
  }

  /** An unknown path answers in the form of the nearest route above it. */
  #formNear(path: string): Form | undefined {
    let above = path;
    for (let tries = 0; tries < NEAREST_TRIES && above.length > 1; tries++) {
      above = above.slice(0, Math.max(0, above.lastIndexOf('/')));
      // The front door is above everything and near to nothing.
      if (above.length <= 1) return undefined;
      const match = this.#matcher.match('GET', above);
      if (match.found) return match.target.form;
      if (match.allowed[0] !== undefined) return this.#formOf(match.allowed[0], above);
    }
    return undefined;
  }

  #formOf(method: Method, path: string): Form | undefined {
    const match = this.#matcher.match(method, path);
    return match.found ? match.target.form : undefined;
  }
}

/** Value of an Allow header. */
export function allowHeader(allowed: readonly Method[]): string {
  return [...allowed.map((name) => name.toUpperCase()), ...(allowed.includes('get') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
