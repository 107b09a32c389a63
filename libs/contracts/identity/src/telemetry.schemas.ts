import { z } from 'zod';

export const TELEMETRY_VARIABLE = 'PSA_USAGE_STATS' as const;

export const TelemetrySettings = z
  .object({
    usageStatsEnabled: z.boolean().describe('Whether usage statistics are sent'),
    environmentVariable: z.literal(TELEMETRY_VARIABLE).describe('What decides it'),
    currentValue: z.string().describe('Its value, or `not set`'),
    controlledBy: z.literal('environment').describe('Where it is set'),
    message: z.string().describe('For people'),
  })
  .meta({ id: 'TelemetrySettings' });

export const TelemetryUnchanged = TelemetrySettings.pick({ usageStatsEnabled: true, controlledBy: true, message: true }).meta({
  id: 'TelemetryUnchanged',
});

export const TelemetryWish = z
  .object({ usageStatsEnabled: z.boolean().optional().describe('What is wished for') })
  .meta({ id: 'TelemetryWish' });
