import { randomUUID } from 'node:crypto';
import type { Service, serviceRoutes } from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';

/** A body that creates a service, of a service type made for it. */
export async function serviceBody(api: TestApi, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const type = await api.post('/api/v1/service-types', { name: `Support ${randomUUID()}`, billing_method: 'hourly' });
  return {
    service_name: 'Remote support',
    custom_service_type_id: type.body.data.service_type_id as string,
    billing_method: 'hourly',
    default_rate: 12_000,
    unit_of_measure: 'hour',
    ...given,
  };
}

/** Creates a service. */
export async function makeService(api: TestApi, given: Record<string, unknown> = {}): Promise<Service> {
  const { status, text, body } = await api.post('/api/v1/services', await serviceBody(api, given));
  if (status !== 201) throw new Error(`${status} ${text}`);
  return body.data as Service;
}

const onService: Fixture = async ({ api }) => ({ params: { id: (await makeService(api)).service_id } });

export const serviceFixtures: { readonly [K in keyof typeof serviceRoutes]: Fixture } = {
  listServices: async (world) => {
    await onService(world);
    return {};
  },
  createService: async ({ api }) => ({ body: await serviceBody(api) }),
  getService: onService,
  updateService: async (world) => ({ ...(await onService(world)), body: { default_rate: 13_000 } }),
  deleteService: onService,
};
