import type { Ports } from '../billing-app.ts';

/** The rest of the product where a test runs the billing service alone. */
export const fakes: Ports = {};
