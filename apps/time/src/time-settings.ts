import { z } from 'zod';

/** Settings of the time service. */
export const timeSettings = {
  PSA_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .describe('Address under which the product is reached: calendar programs read schedules there'),
};
