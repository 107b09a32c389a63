import type { RouteGroup } from '@psa/contract-kit';

/** Routes answering `{data}` with nested errors. */
export const identityGroup = (tag: string): RouteGroup => ({ service: 'identity', form: 'data', tag });

/** Routes answering with the bare payload and flat errors. */
export const flatIdentityGroup = (tag: string): RouteGroup => ({ service: 'identity', form: 'flat', tag });
