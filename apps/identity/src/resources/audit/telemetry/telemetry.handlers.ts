import { TELEMETRY_VARIABLE, telemetryRoutes } from '@psa/contracts-identity';
import { handlers } from '../../../identity-app.ts';
import { isUsageStatsOn } from './telemetry.rules.ts';

export const telemetryHandlers = handlers(telemetryRoutes, {
  getTelemetrySettings: ({ ports: { usageStats } }) => {
    const usageStatsEnabled = isUsageStatsOn(usageStats);
    return {
      usageStatsEnabled,
      environmentVariable: TELEMETRY_VARIABLE,
      currentValue: usageStats ?? 'not set',
      controlledBy: 'environment' as const,
      message: `Usage statistics are ${usageStatsEnabled ? 'on' : 'off'}. Set ${TELEMETRY_VARIABLE} to true or false to change that.`,
    };
  },

  setTelemetrySettings: ({ ports: { usageStats } }) => ({
    usageStatsEnabled: isUsageStatsOn(usageStats),
    controlledBy: 'environment' as const,
    message: `Usage statistics cannot be switched through the API: set ${TELEMETRY_VARIABLE} in the environment.`,
  }),
});
