import type { Route, RouteSpec, Routes } from '@psa/contract-kit';
import type { Fixture, RouteRequest } from './fixture.ts';

/**
 * Requests that succeed for the routes `syncRoutes` made, from those of the resource.
 * @param own the fixtures of the resource; its create is used
 */
export function syncFixtures<S extends Record<string, RouteSpec>>(
  sync: Routes<S>,
  own: Readonly<Record<string, Fixture>>,
): { readonly [K in keyof S]: Fixture } {
  const fixtures = Object.entries(sync).map(([name, entry]) => {
    const route = entry as Route;
    const create = own[route.sync?.create as string] as Fixture;
    const fixture: Fixture = async (world) => {
      const request = await create(world);
      const body = request.body as object;
      if (route.method === 'post') return { ...request, body: { items: [{ operation: 'create', data: body }] } };
      const params = { ...request.params, source: 'crm', external_id: 'A-1001' };
      if (route.method === 'put') return { ...request, params };
      await createWith(world.api, route, request, [{ source: 'crm', id: 'A-1001' }]);
      return { params };
    };
    return [name, fixture];
  });
  return Object.fromEntries(fixtures) as { readonly [K in keyof S]: Fixture };
}

interface Sender {
  send(method: string, path: string, options: { body: unknown }): Promise<{ status: number; text: string }>;
}

async function createWith(api: Sender, route: Route, { params = {}, body }: RouteRequest, external_ids: object[]): Promise<void> {
  const collection = route.path.slice(0, route.path.indexOf('/external/'));
  const path = collection.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const { status, text } = await api.send('POST', path, { body: { ...(body as object), external_ids } });
  if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`);
}
