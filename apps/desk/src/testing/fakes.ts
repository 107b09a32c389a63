import { randomUUID } from 'node:crypto';
import { invalidField } from '@psa/contract-kit';
import { outsidePorts, UNKNOWN } from '@psa/test-kit';
import type { Ports } from '../desk-app.ts';
import type { NewServiceType, Services } from '../ports/services.ts';

/** Client of every asset in tests. */
export const ASSET_CLIENT = '0a55e7c1-1111-4111-8111-111111111111';

const known = <Facts>(id: string, facts: Facts): Facts | null => (id.startsWith(UNKNOWN) ? null : facts);

/** Service types as billing keeps them, of every tenant by itself. */
function serviceTypes(): Pick<Services, 'serviceTypes' | 'importServiceTypes'> {
  const kept = new Map<string, (NewServiceType & { service_type_id: string })[]>();
  const of = (tenant: string) => kept.get(tenant) ?? kept.set(tenant, []).get(tenant) ?? [];
  return {
    serviceTypes: async ({ tenant }) => [...of(tenant)],
    importServiceTypes: async ({ tenant }, types) =>
      types.map((type) => {
        const known = of(tenant).find(({ name }) => name.toLowerCase() === type.name.toLowerCase());
        if (known !== undefined) return { service_type_id: known.service_type_id, is_new: false };
        const service_type_id = randomUUID();
        of(tenant).push({ ...type, service_type_id });
        return { service_type_id, is_new: true };
      }),
  };
}

/** The rest of the product where a test runs the desk service alone: it knows every id but those that begin with {@link UNKNOWN}. */
export const fakes: Partial<Ports> = outsidePorts<Omit<Ports, 'documents'>>({
  directory: {
    client: async (_, client_id) => known(client_id, { client_id, client_name: 'Acme', is_inactive: false, version: 1, locations: [] }),
    // Contacts are asked for with no client in hand: those of tests come by event.
    contact: async () => null,
    user: async (_, user_id) =>
      known(user_id, {
        user_id,
        username: 'ada',
        email: 'ada@msp.example',
        first_name: 'Ada',
        last_name: 'Lovelace',
        user_type: 'internal',
        is_inactive: false,
        version: 1,
      }),
    team: async (_, team_id) => known(team_id, { team_id, team_name: 'Field team', version: 1 }),
  },
  assets: {
    countOfTicket: async () => 0,
    link: async (_, { asset_id }) => (asset_id.startsWith(UNKNOWN) ? 'unknown_asset' : 'linked'),
    unlink: async () => {},
    find: async (_, asset_id) => known(asset_id, { asset_id, client_id: ASSET_CLIENT }),
  },
  services: { countInCategory: async () => 0, countByCategory: async () => new Map(), ...serviceTypes() },
  timeEntries: {
    create: async (_, { service_id }) => {
      if (service_id.startsWith(UNKNOWN)) throw invalidField('service_id', 'is not a service of this tenant', 'unknown_reference');
      return randomUUID();
    },
    delete: async () => {},
    countUses: async () => ({ time_entries: 0, schedule_entries: 0 }),
  },
  tagOwners: {
    change: async (_, _type, id, { add }) => known(id, { tags: add, version: 1 }),
    hasAsset: async (_, id) => known(id, true) ?? false,
  },
});
