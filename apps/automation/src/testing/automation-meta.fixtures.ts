import type { automationMetaRoutes } from '@psa/contracts-automation';
import type { Fixture } from '@psa/test-kit/derived';

export const automationMetaFixtures: { readonly [K in keyof typeof automationMetaRoutes]: Fixture } = {
  getAutomationMeta: () => ({}),
};
