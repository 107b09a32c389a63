import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestService } from '@psa/test-kit';
import { identityService } from '../../../identity-service.ts';
import { caller } from '@psa/test-kit';

const PATH = '/api/v1/admin/telemetry-settings';

describe.each<[string | undefined, boolean]>([
  ['Yes', true],
  ['maybe', false],
  [undefined, false],
])('telemetry settings with PSA_USAGE_STATS=%s', (value, on) => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(identityService, { settings: value === undefined ? {} : { PSA_USAGE_STATS: value } });
  });
  afterAll(() => service.stop());

  it('say whether statistics are sent, and are the environment’s to change', async () => {
    const api = service.api(caller());
    expect((await api.get(PATH)).body).toEqual({
      usageStatsEnabled: on,
      environmentVariable: 'PSA_USAGE_STATS',
      currentValue: value ?? 'not set',
      controlledBy: 'environment',
      message: expect.any(String),
    });
    expect((await api.post(PATH, { usageStatsEnabled: !on })).body).toEqual({
      usageStatsEnabled: on,
      controlledBy: 'environment',
      message: expect.any(String),
    });
    expect((await api.get(PATH)).body.usageStatsEnabled).toBe(on);
  });

  it('are for who may read and change system settings', async () => {
    expect((await service.api(null).get(PATH)).body.error).toEqual(expect.any(String));
    const reader = service.api(caller({ permissions: ['system_settings:read'] }));
    expect([(await reader.get(PATH)).status, (await reader.post(PATH, {})).status]).toEqual([200, 403]);
  });
});
