import { egressSettings } from '@psa/egress-kit';
import { outsideSettings } from './outside-settings.ts';

/** Settings of the automation service beside those every service has. */
export const automationSettings = {
  ...egressSettings,
  ...outsideSettings,
};
