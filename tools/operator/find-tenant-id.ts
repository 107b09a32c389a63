import { callService, ServiceRefusal } from './call-service.ts';
import { DEFAULT_TIMEOUT_MS } from './parse-operator-arguments.ts';

/** Asks identity for the id of the tenant with a slug. @throws ServiceRefusal that names the slug when there is none */
export async function findTenantId(natsUrl: string, slug: string): Promise<string> {
  try {
    const call = { natsUrl, service: 'identity', method: 'admin.tenant-get', data: { slug }, timeoutMs: DEFAULT_TIMEOUT_MS };
    return ((await callService(call)) as { tenant: string }).tenant;
  } catch (error) {
    if (!(error instanceof ServiceRefusal) || error.code !== 'NOT_FOUND') throw error;
    throw new ServiceRefusal({ code: 'NOT_FOUND', message: `There is no tenant ${slug}; psa tenant list shows all` });
  }
}
