import { ApiError } from '@psa/contract-kit';
import { RawAnswer, type RequestInfo, toApiError } from '@psa/http-kit';
import type { Ports } from '../../../identity-app.ts';
import { keepNotice } from '../account-notice/account-notice.ts';
import { authPageUrl, goTo, hasCsrfToken } from '../auth/auth-replies.ts';
import { isForm } from '../auth/auth-request.ts';
import { accountPage } from './account-page.view.ts';
import { accountRequest, AccountVisit, toSignIn } from './account-visit.ts';
import type { Done, SectionId } from './section-state.ts';

interface Submitted {
  readonly ports: Ports;
  readonly request: RequestInfo;
  readonly body: { readonly csrfToken?: string | undefined };
}

interface SubmittedForm {
  readonly section: SectionId;
  /** Id of the form on the page. */
  readonly form: string;
  /** @returns what to say, or another page to go on to */
  readonly perform: (visit: AccountVisit) => Promise<Done | RawAnswer>;
  /** Another page than the account page that shows why the form was refused. */
  readonly repeat?: (visit: AccountVisit, error: ApiError) => Promise<RawAnswer | undefined>;
}

/**
 * Handles a form of the account page: performs it and redirects to the page, or shows why it was refused.
 * @throws the refusal where a program sent JSON
 */
export async function submitForm(
  { ports, request: info, body }: Submitted,
  { section, form, perform, repeat }: SubmittedForm,
): Promise<RawAnswer> {
  const { auth } = ports;
  const request = accountRequest(info, body.csrfToken);
  const visit = await AccountVisit.find(ports, info, request);
  if (visit === undefined) return toSignIn(ports, request);
  try {
    if (!hasCsrfToken(auth, request)) throw new ApiError('FORBIDDEN', 'This form has expired. Please try again');
    const done = await perform(visit);
    if (done instanceof RawAnswer) return done;
    const { message, secrets } = done;
    const notice = { section, message, ...(secrets !== undefined && { secrets: [...secrets] }) };
    const cookies = [await keepNotice(ports, visit.session.session_id, notice)];
    return goTo(request, `${authPageUrl(auth, 'account')}#${section}`, { cookies });
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status >= 500 || !isForm(info)) throw thrown;
    return (await repeat?.(visit, error)) ?? accountPage(visit, { section, form, error, values: body });
  }
}
