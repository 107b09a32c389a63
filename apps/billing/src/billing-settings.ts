import { z } from 'zod';

/** Settings of the billing service. */
export const billingSettings = {
  PSA_STRIPE_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .optional()
    .describe('Replaces scheme and host of the address of Stripe. For emulators'),
} as const;
