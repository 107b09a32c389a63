import { randomUUID } from 'node:crypto';
import { clientEvents } from '@psa/contracts-clients';
import { eventually, type TestService } from '@psa/test-kit';

export interface MadeClient {
  readonly client_id: string;
  readonly client_name: string;
  readonly location_id: string;
}

/** A client with one location, made known to the assets service by its events. */
export async function aClient(service: TestService, tenant: string, name = 'Acme'): Promise<MadeClient> {
  const [client_id, location_id] = [randomUUID(), randomUUID()];
  await service.publish(tenant, clientEvents.created, { client_id, client_name: name, is_inactive: false });
  await service.publish(tenant, clientEvents.locationCreated, { client_id, location_id, location_name: 'HQ', is_active: true }, 2);
  await eventually(async () => (await service.sql('select 1 from location_replicas where location_id = $1', [location_id])).length === 1);
  return { client_id, client_name: name, location_id };
}

/** A valid body of a new asset. */
export function anAsset(client: { client_id: string }, given: Record<string, unknown> = {}): Record<string, unknown> {
  return { client_id: client.client_id, asset_type: 'workstation', asset_tag: `TAG-${randomUUID().slice(0, 8)}`, name: 'Workstation', status: 'active', ...given };
}
