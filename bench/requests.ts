import type { SeededTenant } from './seed.ts';

/** An operation as both sides are asked for it: whole HTTP requests. */
export interface Operation {
  readonly op: string;
  readonly product: readonly string[];
  readonly bare: readonly string[];
}

export interface KeyedTenant extends SeededTenant {
  readonly apiKey: string;
  /** Who may sign in. */
  readonly account: { readonly tenantSlug: string; readonly adminEmail: string; readonly adminPassword: string };
}

const COUNT = 2000;

/** A whole HTTP request. */
export function request(method: string, path: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries({
    host: 'bench',
    ...headers,
    ...(body === '' ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
  });
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
}

export const keyOf = ({ apiKey }: KeyedTenant) => ({ 'x-api-key': apiKey });

/** As many things as a round sends at most, in an order that has no tenant twice in a row. */
export function overTenants<Item>(tenants: readonly KeyedTenant[], make: (tenant: KeyedTenant, index: number) => Item): Item[] {
  return Array.from({ length: COUNT }, (_, index) => make(tenants[index % tenants.length] as KeyedTenant, index));
}

/** The three operations over the tenants. */
export function operations(tenants: readonly KeyedTenant[]): Operation[] {
  const over = (make: (tenant: KeyedTenant, index: number) => string) => overTenants(tenants, make);
  const id = ({ assetIds }: KeyedTenant, index: number) => assetIds[Math.floor(index / tenants.length) % assetIds.length] ?? '';
  const body = ({ clientId }: KeyedTenant, index: number) =>
    JSON.stringify({
      client_id: clientId,
      asset_type: 'workstation',
      asset_tag: `BENCH-${index}`,
      name: `Bench ${index}`,
      status: 'active',
    });
  return [
    {
      op: 'get',
      product: over((tenant, index) => request('GET', `/api/v1/assets/${id(tenant, index)}`, keyOf(tenant))),
      bare: over((tenant, index) => request('GET', `/${tenant.tenant}/${id(tenant, index)}`, {})),
    },
    {
      op: 'list',
      product: over((tenant) => request('GET', '/api/v1/assets?limit=25', keyOf(tenant))),
      bare: over((tenant) => request('GET', `/${tenant.tenant}`, {})),
    },
    {
      op: 'post',
      product: over((tenant, index) => request('POST', '/api/v1/assets', keyOf(tenant), body(tenant, index))),
      bare: over((tenant, index) => request('POST', `/${tenant.tenant}`, {}, body(tenant, index))),
    },
  ];
}
