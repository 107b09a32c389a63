import { checkEgressUrl, type Egress, type EgressPolicy } from '@psa/egress-kit';
import {
  type ConnectorConfig,
  ConnectorError,
  type ConnectorDescription,
  type RmmConnector,
  type RmmConnectors,
} from '../ports/rmm-connector.ts';
import { tacticalRmm, tacticalRmmDescription } from './tactical-rmm/tactical-rmm.ts';

const connectors: readonly {
  readonly description: ConnectorDescription;
  readonly open: (egress: Egress, config: ConnectorConfig) => RmmConnector;
}[] = [{ description: tacticalRmmDescription, open: tacticalRmm }];

/** The providers of the enterprise edition. */
export function enterpriseConnectors(egress: Egress, policy: EgressPolicy): RmmConnectors {
  return {
    edition: 'enterprise',
    offered: connectors.map(({ description }) => description),
    assertAddress(instanceUrl) {
      try {
        checkEgressUrl(instanceUrl, policy);
      } catch (error) {
        throw new ConnectorError('forbidden_address', (error as Error).message, { cause: error });
      }
    },
    open: (provider, config) => connectors.find(({ description }) => description.id === provider)?.open(egress, config),
  };
}
