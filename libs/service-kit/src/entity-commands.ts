import { ApiError, entityCommandRpc } from '@psa/contract-kit';
import { rpcHandler, type RpcHandler } from '@psa/events-kit';
import { type BoundRoute, performRoute } from '@psa/http-kit';

/** What other services may have done to a service's entities: for each entity and operation the name of the route that does it. */
export type EntityCommandRoutes = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * Answers commands about a service's entities by its own routes, and refuses whatever is not listed.
 * @throws Error for a route there is not
 */
export function entityCommandAnswers(service: string, commands: EntityCommandRoutes, routes: readonly BoundRoute[]): RpcHandler<object>[] {
  if (Object.keys(commands).length === 0) return [];
  const bound = new Map<string, BoundRoute>();
  for (const [entity, operations] of Object.entries(commands)) {
    for (const [operation, name] of Object.entries(operations)) {
      const found = routes.find(({ route }) => route.name === name);
      if (found === undefined) throw new Error(`${service} has no route ${name} for commands`);
      bound.set(`${operation} ${entity}`, found);
    }
  }
  return [
    rpcHandler(
      entityCommandRpc(service).command,
      async ({ entity, operation, id, data, idempotency_key }, { tenant, actor, correlationId, db }, ports: object) => {
        const route = bound.get(`${operation} ${entity}`);
        if (route === undefined) throw new ApiError('BAD_REQUEST', `The ${service} service takes no command to ${operation} a ${entity}`);
        if (tenant === undefined || db === undefined) throw new ApiError('BAD_REQUEST', 'A command is given in the name of a tenant');
        const { id: changed, resource } = await performRoute(route, {
          tenant,
          actor,
          correlationId,
          db,
          ports,
          id,
          data,
          key: idempotency_key,
        });
        return { id: changed, entity: resource };
      },
    ),
  ];
}
