import type { Ports } from '../desk-app.ts';

/** The rest of the product where a test runs the desk service alone. */
export const fakes: Ports = {};
