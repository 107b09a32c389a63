import { serviceNames } from '@psa/contracts-product/service-names';

/** What an image can be made of. */
export interface Program {
  name: string;
  /** Where its source begins, from the root; `apps/<name>/src/main.ts` when absent. */
  main?: string;
}

/** A program of the product that `npm start` runs. */
export interface Service extends Program {
  /** The gateway keeps nothing and therefore has neither roles nor migrations. */
  hasDatabase: boolean;
  preferredPort: number;
  preferredAdminPort: number;
}

/** All of them; each is `apps/<name>/src/main.ts`. */
export const services: readonly Service[] = [
  ...serviceNames.map((name, index) => ({ name, hasDatabase: true, preferredPort: 18_081 + index, preferredAdminPort: 19_081 + index })),
  { name: 'gateway', hasDatabase: false, preferredPort: 8_080, preferredAdminPort: 19_080 },
];

/** The gateway and every service in one process. */
export const wholeProduct: Service = { name: 'all', hasDatabase: true, preferredPort: 8_080, preferredAdminPort: 19_080 };

/** The operator's command line. */
export const operatorProgram: Program = { name: 'operator', main: 'tools/psa.ts' };

/** All that there are images of. */
export const programs: readonly Program[] = [...services, wholeProduct, operatorProgram];

/** The services that own a schema, and so answer the operator's commands about events. */
export const databaseServices: readonly Service[] = services.filter((service) => service.hasDatabase);

/** The roles a service uses: one for requests, one for work without a tenant. */
export function rolesOf(service: Service): { app: string; worker: string } {
  return { app: `psa_${service.name}_app`, worker: `psa_${service.name}_worker` };
}

/** Every role that needs a password. */
export const databaseRoles: readonly string[] = databaseServices.flatMap((service) => Object.values(rolesOf(service)));
