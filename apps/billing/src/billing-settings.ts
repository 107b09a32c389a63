import { secret } from '@psa/service-kit';
import { z } from 'zod';

/** Settings of the billing service. */
export const billingSettings = {
  PSA_STRIPE_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .optional()
    .describe('Replaces scheme and host of the address of Stripe. For emulators'),
  PSA_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .describe('Address under which the product is reached: users come back there from an accounting system'),
  PSA_QUICKBOOKS_CLIENT_ID: z.string().min(1).max(255).optional().describe('OAuth client of the installation at Intuit'),
  PSA_QUICKBOOKS_CLIENT_SECRET: secret(z.string().min(1).max(1000).optional()).describe(
    'Secret of the OAuth client of the installation at Intuit',
  ),
  PSA_QUICKBOOKS_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .optional()
    .describe('Replaces scheme and host of every address of QuickBooks; paths stay. For emulators'),
} as const;
