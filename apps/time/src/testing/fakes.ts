import type { Ports } from '../time-app.ts';

/** The rest of the product where a test runs the time service alone. */
export const fakes: Ports = {};
