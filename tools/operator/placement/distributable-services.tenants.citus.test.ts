import { TestService } from '@psa/test-kit';
import { describe, expect, it } from '@jest/globals';
import { assetsService } from '../../../apps/assets/src/assets-service.ts';
import { fakes as assetsFakes } from '../../../apps/assets/src/testing/fakes.ts';
import { automationService } from '../../../apps/automation/src/automation-service.ts';
import { fakes as automationFakes, testSettings as automationSettings } from '../../../apps/automation/src/testing/fakes.ts';
import { billingService } from '../../../apps/billing/src/billing-service.ts';
import { fakes as billingFakes } from '../../../apps/billing/src/testing/fakes.ts';
import { clientsService } from '../../../apps/clients/src/clients-service.ts';
import { fakes as clientsFakes } from '../../../apps/clients/src/testing/fakes.ts';
import { deskService } from '../../../apps/desk/src/desk-service.ts';
import { fakes as deskFakes } from '../../../apps/desk/src/testing/fakes.ts';
import { emailService } from '../../../apps/email/src/email-service.ts';
import { fakes as emailFakes, testSettings as emailSettings } from '../../../apps/email/src/testing/fakes.ts';
import { identityService } from '../../../apps/identity/src/identity-service.ts';
import { timeService } from '../../../apps/time/src/time-service.ts';
import { fakes as timeFakes } from '../../../apps/time/src/testing/fakes.ts';
import { databaseServices } from '../../local/services.ts';

/** Each service with its tenants spread over nodes. */
const STARTS: Readonly<Record<string, () => Promise<TestService>>> = {
  assets: () => TestService.start(assetsService, { ports: assetsFakes }),
  time: () => TestService.start(timeService, { ports: timeFakes }),
  desk: () => TestService.start(deskService, { ports: deskFakes }),
  automation: () => TestService.start(automationService, { ports: automationFakes, settings: automationSettings }),
  email: () => TestService.start(emailService, { ports: emailFakes, settings: emailSettings }),
  clients: () => TestService.start(clientsService, { ports: clientsFakes }),
  identity: () => TestService.start(identityService),
  billing: () => TestService.start(billingService, { ports: billingFakes }),
};

describe('services whose tenants may be spread over nodes', () => {
  it('are all tried here', () => {
    expect(Object.keys(STARTS).sort()).toEqual(databaseServices.map(({ name }) => name).sort());
  });

  it.each(Object.keys(STARTS))('run every schedule over all nodes: %s', async (name) => {
    const service = await STARTS[name]!();
    try {
      const { schedules } = service.running;
      expect(schedules.length).toBeGreaterThan(0);
      for (const schedule of schedules) await service.tick(schedule.name);
    } finally {
      await service.stop();
    }
  });
});
