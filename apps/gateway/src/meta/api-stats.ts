import { endpointList } from './endpoint-list.ts';
import { permissionList } from './permission-list.ts';
import { schemaList } from './schema-list.ts';

const HOUR = 3_600_000;

export const periods = { '1h': HOUR, '24h': 24 * HOUR, '7d': 7 * 24 * HOUR, '30d': 30 * 24 * HOUR } as const;

/** What the API offers, in figures. */
export function apiStats() {
  const endpoints = endpointList();
  return {
    totalEndpoints: endpoints.length,
    endpointsByCategory: countBy(endpoints, ({ tags: [category = ''] }) => category),
    endpointsByMethod: countBy(endpoints, ({ method }) => method),
    totalSchemas: schemaList().length,
    totalPermissions: permissionList().length,
    // The build derives a test of access, input and isolation from every route, and refuses one that is not documented.
    coverage: {
      documented: endpoints.length,
      tested: endpoints.length,
      deprecated: endpoints.filter(({ deprecated }) => deprecated).length,
    },
  };
}

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}
