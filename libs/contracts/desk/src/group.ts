import type { RouteGroup } from '@psa/contract-kit';

/** What the desk's groups of routes share. */
export const deskGroup = (tag: string, options: Pick<RouteGroup, 'staffOnly' | 'aliases'> = {}): RouteGroup => ({
  service: 'desk',
  form: 'data',
  tag,
  ...options,
});
