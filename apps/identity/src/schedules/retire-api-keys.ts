import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../identity-app.ts';
import { deleteRevokedApiKey, revokeApiKey } from '../resources/authentication/api-key/api-key.actions.ts';
import { keysAtTheirEnd, keysLongRevoked } from '../resources/authentication/api-key/api-key-retirement.records.ts';
import type { Tables } from '../tables.ts';

/** Revokes keys that have expired or are used up, and deletes those revoked a week ago. */
export const retireApiKeys: Schedule<Ports, Tables> = {
  name: 'retire-api-keys',
  cron: '41 * * * *',
  async run({ workerDatabase, asTenant }) {
    const of = (tenant: string) => asTenant(tenantId(tenant));
    for (const { tenant, api_key_id } of await keysAtTheirEnd(workerDatabase)) await revokeApiKey(of(tenant), api_key_id);
    for (const { tenant, api_key_id } of await keysLongRevoked(workerDatabase)) await deleteRevokedApiKey(of(tenant), api_key_id);
  },
};
