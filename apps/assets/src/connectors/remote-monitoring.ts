import { Egress, egressPolicy, type egressSettings } from '@psa/egress-kit';
import type { z } from 'zod';
import type { RmmConnectors } from '../ports/rmm-connector.ts';
import { enterpriseConnectors } from './enterprise-connectors.ts';
import { communityConnectors } from './null-connector.ts';

type Settings = z.output<z.ZodObject<typeof egressSettings>> & { readonly PSA_EDITION: RmmConnectors['edition'] };

/** Remote monitoring as the edition has it. */
export function remoteMonitoring(settings: Settings): RmmConnectors {
  if (settings.PSA_EDITION === 'community') return communityConnectors;
  const policy = egressPolicy(settings.PSA_EGRESS_ALLOW);
  return enterpriseConnectors(new Egress({ policy }), policy);
}
