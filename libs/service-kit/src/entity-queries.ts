import { ApiError, entityQueryRpc, MAX_QUERY_REPLY } from '@psa/contract-kit';
import { rpcHandler, type RpcHandler } from '@psa/events-kit';
import { type BoundRoute, readByRoute } from '@psa/http-kit';

/**
 * Answers other services that read for a person, by the listed routes and no others.
 * @throws Error for a route there is not
 */
export function entityQueryAnswers(service: string, queries: readonly string[], routes: readonly BoundRoute[]): RpcHandler<object>[] {
  if (queries.length === 0) return [];
  const bound = new Map(
    queries.map((name) => {
      const found = routes.find(({ route }) => route.name === name);
      if (found === undefined) throw new Error(`${service} has no route ${name} for queries`);
      return [name, found] as const;
    }),
  );
  return [
    rpcHandler(entityQueryRpc(service).query, async (query, { tenant, correlationId, db }, ports: object) => {
      const route = bound.get(query.route);
      if (route === undefined) throw new ApiError('BAD_REQUEST', `The ${service} service lets nobody read by ${query.route}`);
      if (tenant === undefined || db === undefined) throw new ApiError('BAD_REQUEST', 'A query is made in the name of a tenant');
      const reply = await readByRoute(route, { ...query, tenant, correlationId, db, ports });
      if (JSON.stringify(reply).length > MAX_QUERY_REPLY) throw new ApiError('PAYLOAD_TOO_LARGE', 'The reply is too large: ask for less');
      return { reply };
    }),
  ];
}
