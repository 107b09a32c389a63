import { identityQuestions } from '@psa/contracts-identity';
import { answering } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { authenticateSession } from '../resources/session/session-authentication.ts';

/** The gateway's question for every session token it does not remember. */
export const answerAuthenticateSession = answering(identityQuestions.authenticateSession, ({ token, cookie_name, tenant }, { correlationId }, ports: Ports) =>
  authenticateSession(ports, { token, cookieName: cookie_name }, { within: tenant, correlationId }));
