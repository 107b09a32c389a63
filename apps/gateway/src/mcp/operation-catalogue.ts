import { needsPrincipal, type PermissionName, requiredPermissions, type Route } from '@psa/contract-kit';
import type { AuthenticatedCaller } from '@psa/contracts-identity';
import { openApi } from '../meta/api-documents.ts';
import { once } from '../meta/once.ts';
import { referencedSchemas } from '../meta/schema-list.ts';
import { OWN_SERVICE } from '../own-service.ts';

/** An operation as a search shows it. */
export interface OperationSummary {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly category: string;
  readonly summary: string;
}

/** The operations that can be called by tools: JSON in and out, with a credential a program may hold. */
export class OperationCatalogue {
  readonly #byName: ReadonlyMap<string, Route>;

  constructor(routes: readonly Route[]) {
    this.#byName = new Map(routes.filter(isCallable).map((route) => [route.name, route]));
  }

  find(name: string): Route | undefined {
    return this.#byName.get(name);
  }

  /** Operations the caller has the permissions for, best match first. @param query words, all of which have to occur */
  search(caller: AuthenticatedCaller, query: string, limit: number): OperationSummary[] {
    const words = query.toLowerCase().split(/\W+/).filter(Boolean);
    const held = new Set(caller.permissions);
    return [...this.#byName.values()]
      .filter((route) => isPermitted(route, held, caller.user_type))
      .map((route) => ({ route, score: scoreOf(route, words) }))
      .filter(({ score }) => score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, limit)
      .map(({ route }) => summaryOf(route));
  }

  /** An operation of the OpenAPI document with every schema its request refers to. */
  describe(route: Route): object {
    const { parameters, requestBody, description } = documented().get(route.name) ?? {};
    return {
      ...summaryOf(route),
      description,
      permissions: requiredPermissions(route),
      parameters,
      requestBody,
      schemas: referencedSchemas([parameters, requestBody]),
    };
  }
}

function isCallable(route: Route): boolean {
  const { sessionOnly, bodyKind = 'json', reply, service } = route;
  if (!needsPrincipal(route) || service === OWN_SERVICE || sessionOnly === true || bodyKind !== 'json') return false;
  return reply.raw !== true && (reply.media === undefined || reply.body !== undefined);
}

function isPermitted(route: Route, held: ReadonlySet<string>, userType: AuthenticatedCaller['user_type']): boolean {
  if (route.staffOnly === true && userType === 'client') return false;
  return requiredPermissions(route).every((name: PermissionName) => held.has(name));
}

function summaryOf({ name, method, path, tag, summary }: Route): OperationSummary {
  return { operation: name, method: method.toUpperCase(), path, category: tag, summary };
}

/** 0 unless every word occurs; a word of the name or the summary weighs more than one of the path or the description. */
function scoreOf({ name, summary, path, tag, description = '' }: Route, words: readonly string[]): number {
  const near = `${name} ${summary} ${tag}`.toLowerCase();
  const far = `${path} ${description}`.toLowerCase();
  let score = 1;
  for (const word of words) {
    if (near.includes(word)) score += 3;
    else if (far.includes(word)) score += 1;
    else return 0;
  }
  return score;
}

interface DocumentedOperation {
  readonly operationId?: string;
  readonly parameters?: object;
  readonly requestBody?: object;
  readonly description?: string;
}

const documented = once(() => {
  const operations = Object.values(openApi().paths ?? {}).flatMap((item) => Object.values(item) as DocumentedOperation[]);
  return new Map(operations.map((operation) => [operation.operationId, operation]));
});
