import type { RouteGroup } from '@psa/contract-kit';

/** What the routes of the email service share: they are for staff. */
export const emailGroup = (tag: string): RouteGroup => ({ service: 'email', form: 'data', tag, staffOnly: true });
