import { randomUUID } from 'node:crypto';
import type { serviceTypeRoutes } from '@psa/contracts-billing';
import type { Fixture } from '@psa/test-kit/derived';

const onServiceType: Fixture = async ({ api }) => {
  const { body } = await api.post('/api/v1/service-types', { name: `Managed ${randomUUID()}`, billing_method: 'hourly' });
  return { params: { id: body.data.service_type_id as string } };
};

export const serviceTypeFixtures: { readonly [K in keyof typeof serviceTypeRoutes]: Fixture } = {
  listServiceTypes: async (world) => {
    await onServiceType(world);
    return {};
  },
  createServiceType: () => ({ body: { name: `Managed ${randomUUID()}`, billing_method: 'hourly' } }),
  getServiceType: onServiceType,
  updateServiceType: async (world) => ({ ...(await onServiceType(world)), body: { name: 'Second' } }),
  deleteServiceType: onServiceType,
};
