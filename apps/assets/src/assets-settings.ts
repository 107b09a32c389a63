import { uploadSettings } from '@psa/blob-kit';
import { egressSettings } from '@psa/egress-kit';
import { z } from 'zod';

/** Settings of the assets service beside those every service has. */
export const assetsSettings = {
  PSA_WARRANTY_THRESHOLDS_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}(\s*,\s*[1-9]\d{0,3}){0,19}$/, 'must be up to 20 numbers of days, separated by commas')
    .default('90,60,30,7,1')
    .transform((text) => [...new Set(text.split(',').map(Number))].sort((a, b) => a - b))
    .describe('Days before the end of a warranty at which it is told of'),
  PSA_EDITION: z
    .enum(['community', 'enterprise'])
    .default('community')
    .describe('What the product offers: remote monitoring belongs to the enterprise edition'),
  ...egressSettings,
  ...uploadSettings,
};
