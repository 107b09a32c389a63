import { identityQuestions } from '@psa/contracts-identity';
import { answering } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { authenticateApiKey } from '../resources/api-key/api-key-authentication.ts';

/** The gateway's question for every key it does not remember. */
export const answerAuthenticateApiKey = answering(identityQuestions.authenticateApiKey, async (credential, _asker, ports: Ports) => ({
  caller: await authenticateApiKey(ports, credential),
}));
