import { apiInfo } from '@psa/contract-kit/documents';
import type { Health, ServiceHealth } from '@psa/contracts-gateway';
import { endpointList } from './endpoint-list.ts';
import { permissionList } from './permission-list.ts';
import { schemaList } from './schema-list.ts';

/** The whole is unhealthy when nothing can be served: no service answers, or nobody can be told who calls. */
export function overallStatus(services: Readonly<Record<string, ServiceHealth>>): Health['status'] {
  const states = Object.values(services).map(({ status }) => status);
  if (states.every((status) => status === 'up')) return 'healthy';
  return services['identity']?.status === 'down' || states.every((status) => status === 'down') ? 'unhealthy' : 'degraded';
}

/** What the health route tells of the services. */
export function healthReport(services: Readonly<Record<string, ServiceHealth>>, now: Date): Health {
  return {
    status: overallStatus(services),
    version: apiInfo.version,
    timestamp: now.toISOString(),
    uptime: Math.floor(process.uptime()),
    services: { ...services },
    metrics: { totalEndpoints: endpointList().length, totalSchemas: schemaList().length, totalPermissions: permissionList().length },
  };
}
