import type { Ports } from '../email-app.ts';

/** The rest of the product where a test runs the email service alone. */
export const fakes: Ports = {};
