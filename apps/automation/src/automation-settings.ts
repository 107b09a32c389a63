import { egressSettings } from '@psa/egress-kit';

/** Settings of the automation service beside those every service has. */
export const automationSettings = {
  ...egressSettings,
};
