import { identityRpc } from '@psa/contracts-identity';
import { rpcHandler } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { authenticateApiKey } from '../resources/authentication/api-key/authenticate-api-key.actions.ts';

/** The gateway asks this for every key it does not remember. */
export const authenticateApiKeyHandler = rpcHandler(identityRpc.authenticateApiKey, async (credential, _asker, ports: Ports) => ({
  caller: await authenticateApiKey(ports, credential),
}));
