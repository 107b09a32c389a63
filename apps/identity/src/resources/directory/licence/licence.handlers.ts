import { isUuid, tenantId } from '@psa/contract-kit';
import { licenceRoutes } from '@psa/contracts-identity';
import { type RequestInfo, requestOrigin } from '@psa/http-kit';
import { type Db, handlers, type Ports, tenantDb } from '../../../identity-app.ts';
import { requireTenant } from '../tenant/tenant.actions.ts';
import { updateLicence } from './licence.actions.ts';
import { countUsedSeats, findLicence } from './licence.records.ts';
import { remainingSeats } from './licence.rules.ts';
import { requireSignature } from './webhook-signature.ts';

export const licenceHandlers = handlers(
  licenceRoutes,
  {
    getLicenceUsage: async ({ ports, request, query: { tenant_id } }) => {
      const db = await billedTenant(ports, request, tenant_id);
      const [licence, used] = await Promise.all([findLicence(db), countUsedSeats(db)]);
      const limit = licence?.license_count ?? null;
      return { tenant_id, limit, used, remaining: remainingSeats(limit, used), last_updated: licence?.updated_at ?? null };
    },

    updateLicenceCount: async ({ ports, request, body }) => {
      const db = await billedTenant(ports, request, body.tenant_id);
      const { license_count, updated_at } = await updateLicence(db, body);
      return { success: true as const, tenant_id: body.tenant_id, license_count, updated_at };
    },
  },
  {
    admit: ({ ports, request, query }) => {
      requireSignature(request.headers['x-webhook-signature'], request.rawBody ?? `GET:${String(query['tenant_id'])}`, ports.webhookSecret);
    },
  },
);

/** @throws NOT_FOUND */
async function billedTenant(ports: Ports, request: RequestInfo, id: string): Promise<Db> {
  const tenant = tenantId(isUuid(id) ? id : NOBODY);
  await requireTenant(ports, tenant);
  return tenantDb(ports, tenant, {
    actor: { id: 'billing', type: 'system' },
    correlationId: request.id,
    origin: requestOrigin(request.headers),
  });
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
