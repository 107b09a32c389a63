import { EXAMPLE_ID, Instant, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** Largest number of seats. */
const MAX_LICENCES = 2_147_483_647;

export const LicenceUsage = z
  .object({
    tenant_id: z.string().describe('Tenant asked about'),
    limit: z.int().nullable().describe('Licensed internal users; null: any number'),
    used: z.int().describe('Active internal users'),
    remaining: z.int().nullable().describe('Seats left; null: any number'),
    last_updated: z.string().nullable().describe('When the limit was last set'),
  })
  .meta({ id: 'LicenceUsage' });
export type LicenceUsage = z.infer<typeof LicenceUsage>;

export const LicenceUsageQuery = z.object({ tenant_id: z.string().trim().min(1).max(128).describe('Tenant to ask about') });

export const LicenceUpdate = z
  .object({
    tenant_id: z.string().trim().min(1).max(128).describe('Tenant whose limit it is').meta({ example: EXAMPLE_ID }),
    license_count: z.int().min(0).max(MAX_LICENCES).describe('Licensed internal users from now on'),
    event_id: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .optional()
      .describe("The billing system's event: takes effect once, however often and however late it comes"),
    occurred_at: Instant.optional().describe(
      'When it was so at the billing system: an event older than the newest one known changes nothing',
    ),
  })
  .meta({ id: 'LicenceUpdate' });
export type LicenceUpdate = z.infer<typeof LicenceUpdate>;

export const LicenceUpdated = z
  .object({
    success: z.literal(true).describe('It was taken'),
    tenant_id: z.string().describe('Tenant whose limit it is'),
    license_count: z.int().describe('The limit as it stands now'),
    updated_at: Timestamp.describe('Since when'),
  })
  .meta({ id: 'LicenceUpdated' });
export type LicenceUpdated = z.infer<typeof LicenceUpdated>;
