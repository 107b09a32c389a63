import { payload, routes } from '@psa/contract-kit';
import { flatIdentityGroup } from './group.ts';
import { TelemetrySettings, TelemetryUnchanged, TelemetryWish } from './telemetry.schemas.ts';

export const telemetryRoutes = routes(flatIdentityGroup('Telemetry'), {
  getTelemetrySettings: {
    method: 'get',
    path: '/api/v1/admin/telemetry-settings',
    permission: 'system_settings:read',
    summary: 'Read whether usage statistics are sent',
    reply: payload(TelemetrySettings),
  },
  setTelemetrySettings: {
    method: 'post',
    path: '/api/v1/admin/telemetry-settings',
    permission: 'system_settings:update',
    summary: 'Ask to change it, which the environment alone can',
    body: TelemetryWish,
    reply: payload(TelemetryUnchanged),
  },
});
