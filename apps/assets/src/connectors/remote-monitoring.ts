import { Egress, egressPolicy, type egressSettings } from '@psa/egress-kit';
import { SecretBox, type secretBoxSettings, SettingsError } from '@psa/service-kit';
import type { z } from 'zod';
import type { RmmConnectors } from '../ports/rmm-connector.ts';
import type { SecretKeeper } from '../ports/secret-keeper.ts';
import { enterpriseConnectors } from './enterprise-connectors.ts';
import { communityConnectors } from './null-connector.ts';

type Settings = z.output<z.ZodObject<typeof egressSettings & typeof secretBoxSettings>> & { readonly PSA_EDITION: RmmConnectors['edition'] };

/** The community edition keeps no secrets. */
const nothingKept = (): never => { throw new Error('the community edition keeps no secrets'); };

/**
 * Remote monitoring as the edition has it.
 * @throws SettingsError when the enterprise edition has no key to seal secrets with
 */
export function remoteMonitoring(settings: Settings): { rmm: RmmConnectors; secrets: SecretKeeper } {
  if (settings.PSA_EDITION === 'community') return { rmm: communityConnectors, secrets: { seal: nothingKept, open: nothingKept } };
  if (settings.PSA_ENCRYPTION_KEY === undefined) {
    throw new SettingsError('The configuration is faulty:\n  PSA_ENCRYPTION_KEY: is required by the enterprise edition');
  }
  const policy = egressPolicy(settings.PSA_EGRESS_ALLOW);
  return { rmm: enterpriseConnectors(new Egress({ policy }), policy), secrets: new SecretBox(settings.PSA_ENCRYPTION_KEY) };
}
