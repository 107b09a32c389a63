import { type ApiError, invalidField, type Issue } from '@psa/contract-kit';
import { type ChoosePassword, passwordResetRoutes, type RequestPasswordReset } from '@psa/contracts-identity';
import { RawAnswer, type RequestInfo, requestOrigin, toApiError } from '@psa/http-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { handlers, type Ports } from '../../../identity-app.ts';
import { NO_STORE } from '../auth/auth-replies.ts';
import { isForm } from '../auth/auth-request.ts';
import { SEND_ACCOUNT_MAIL } from './account-mail.actions.ts';
import { admit } from './account-limits.ts';
import { badLinkPage, choosePasswordPage, forgotPasswordPage, LINK_PAGES, linkSentPage, passwordChosenPage } from './account-mail.page.ts';
import type { TokenPurpose } from './account-token.records.ts';
import { badLink, choosePassword, isGoodLink } from './choose-password.actions.ts';
import { insertResetRequest } from './reset-request.records.ts';

export const passwordResetHandlers = handlers(passwordResetRoutes, {
  showForgotPassword: () => forgotPasswordPage(),

  requestPasswordReset: async ({ ports, request, body }) => {
    try {
      await noteRequest(ports, request, body);
    } catch (error) {
      return asPage(request, error, (failure) => forgotPasswordPage(failure));
    }
    return isForm(request) ? linkSentPage() : message(202, 'If there is an account with this address, a link was sent to it');
  },

  showResetPassword: ({ ports, request, query }) => showLinkPage(ports, request, 'password_reset', query.token),
  resetPassword: ({ ports, request, body }) => choose(ports, request, 'password_reset', body),
  showAcceptInvitation: ({ ports, request, query }) => showLinkPage(ports, request, 'invitation', query.token),
  acceptInvitation: ({ ports, request, body }) => choose(ports, request, 'invitation', body),
});

const Address = z.email().max(255);

/** The same two statements for everybody: whether the address is anybody's is found out after the answer. */
async function noteRequest(ports: Ports, request: RequestInfo, { email, userType, tenant }: RequestPasswordReset): Promise<void> {
  if (!Address.safeParse(email).success) throw invalidField('email', 'must be an e-mail address', 'invalid_format');
  const { address, userAgent } = requestOrigin(request.headers);
  await admit(ports.database, { address_asked: email, asked_from: address });
  await insertResetRequest(ports.database, {
    request_id: uuidv7(),
    email,
    user_type: userType || null,
    tenant_slug: tenant || null,
    correlation_id: request.id,
    ip_address: address,
    user_agent: userAgent,
  });
  wakeWorker(SEND_ACCOUNT_MAIL);
}

async function showLinkPage(ports: Ports, request: RequestInfo, purpose: TokenPurpose, token = ''): Promise<RawAnswer> {
  return (await isGoodLink(ports, request, purpose, token)) ? choosePasswordPage(purpose, token) : badLinkPage(badLink().message);
}

async function choose(ports: Ports, request: RequestInfo, purpose: TokenPurpose, body: ChoosePassword): Promise<RawAnswer> {
  try {
    await choosePassword(ports, request, purpose, body);
  } catch (error) {
    return asPage(request, error, ({ message: text, status, code }) =>
      code === 'BAD_REQUEST' ? badLinkPage(text) : choosePasswordPage(purpose, body.token, { message: text, status }),
    );
  }
  return isForm(request) ? passwordChosenPage(purpose) : message(200, LINK_PAGES[purpose].done);
}

/** Forms are answered with pages, in error as well. @throws the error where a program asks */
function asPage(
  request: RequestInfo,
  thrown: unknown,
  page: (failure: { message: string; status: number; code: string }) => RawAnswer,
): RawAnswer {
  if (!isForm(request)) throw thrown;
  const error = toApiError(thrown);
  if (error.status >= 500) throw thrown;
  return page({ message: wordsOf(error), status: error.status, code: error.code });
}

const FIELDS: Readonly<Record<string, string>> = {
  new_password: 'The password',
  confirm_password: 'The second password',
  email: 'The address',
};

function wordsOf({ code, message: text, details }: ApiError): string {
  if (code !== 'VALIDATION_ERROR' || !Array.isArray(details)) return `${text}.`;
  return (details as Issue[]).map(({ path, message: fault }) => `${FIELDS[String(path[0])] ?? 'The form'} ${fault}.`).join(' ');
}

function message(status: number, text: string): RawAnswer {
  return RawAnswer.json(status, { message: text }, { headers: NO_STORE });
}
