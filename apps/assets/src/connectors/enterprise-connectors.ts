import type { Egress } from '@psa/egress-kit';
import type { ConnectorConfig, ConnectorDescription, RmmConnector, RmmConnectors } from '../ports/rmm-connector.ts';
import { tacticalRmm, tacticalRmmDescription } from './tactical-rmm/tactical-rmm.ts';

const connectors: readonly { readonly description: ConnectorDescription; readonly open: (egress: Egress, config: ConnectorConfig) => RmmConnector }[] = [
  { description: tacticalRmmDescription, open: tacticalRmm },
];

/** The providers of the enterprise edition. */
export function enterpriseConnectors(egress: Egress): RmmConnectors {
  return {
    edition: 'enterprise',
    offered: connectors.map(({ description }) => description),
    open: (provider, config) => connectors.find(({ description }) => description.id === provider)?.open(egress, config),
  };
}
