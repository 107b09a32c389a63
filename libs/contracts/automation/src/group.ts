import type { RouteGroup } from '@psa/contract-kit';

/** `/automation` is the name; `/automations`, a second spelling of the description, is served as well. */
export const automationGroup = (tag: string): RouteGroup => ({
  service: 'automation',
  form: 'data',
  tag,
  aliases: [['/api/v1/automation', '/api/v1/automations']],
});
