import { randomUUID } from 'node:crypto';
import { assetEvents } from '@psa/contracts-assets';
import type { TestService } from '@psa/test-kit';

/** Facts of an asset. */
export function anAsset(given: Record<string, unknown> = {}) {
  return {
    asset_id: randomUUID(),
    client_id: randomUUID(),
    asset_type: 'server',
    asset_tag: 'S-1',
    name: 'Mail server',
    status: 'active',
    serial_number: null as string | null,
    ...given,
  };
}

/** Lets an asset be created. @returns id of the event */
export function assetCreated(service: TestService, tenant: string, given: Record<string, unknown> = {}, version = 1): Promise<string> {
  return service.publish(tenant, assetEvents.created, anAsset(given), version);
}
