import type { RouteGroup } from '@psa/contract-kit';

/** `/clients` is the name; `/companies`, an older one, is served as well. */
export const clientGroup = (tag: string): RouteGroup => ({
  service: 'clients',
  form: 'data',
  tag,
  aliases: [['/api/v1/clients', '/api/v1/companies']],
});
