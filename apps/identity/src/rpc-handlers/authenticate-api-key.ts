import { identityRpc } from '@psa/contracts-identity';
import { rpcHandler } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { authenticateApiKey } from '../resources/authentication/api-key/authenticate-api-key.actions.ts';

/** The gateway asks this for every key it does not remember. */
export const authenticateApiKeyHandler = rpcHandler(identityRpc.authenticateApiKey, async (credential, _asker, ports: Ports) => {
  const found = await authenticateApiKey(ports, credential);
  return found === 'suspended' ? { caller: null, suspended: true } : { caller: found };
});
