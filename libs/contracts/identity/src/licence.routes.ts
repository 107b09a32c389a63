import { payload, routes } from '@psa/contract-kit';
import { flatIdentityGroup } from './group.ts';
import { LicenceUpdate, LicenceUpdated, LicenceUsage, LicenceUsageQuery } from './licence.schemas.ts';

const SIGNED = 'The header x-webhook-signature holds the HMAC-SHA256 in hex, made with PSA_WEBHOOK_SECRET, of';

/** For the billing system, which signs what it sends. */
export const licenceRoutes = routes(flatIdentityGroup('Licences'), {
  getLicenceUsage: {
    method: 'get',
    path: '/api/billing/licence-count',
    permission: 'signed',
    summary: "Read a tenant's licence limit and how much of it is used",
    description: `${SIGNED} the text \`GET:<tenant_id>\`.`,
    query: LicenceUsageQuery,
    reply: payload(LicenceUsage),
    errors: ['NOT_FOUND'],
  },
  updateLicenceCount: {
    method: 'post',
    path: '/api/billing/licence-count',
    permission: 'signed',
    summary: "Set a tenant's licence limit",
    description: `${SIGNED} the raw body. A limit below what is used shuts nobody out; it lets nobody new in.`,
    body: LicenceUpdate,
    reply: payload(LicenceUpdated),
    errors: ['NOT_FOUND'],
  },
});
