import { ApiError, type Issue } from '@psa/contract-kit';
import { sessionRoutes } from '@psa/contracts-identity';
import { type Html, html } from '../sign-in/pages/html.ts';
import { accountForm, type FormField } from './account-form.view.ts';
import type { AccountVisit } from './account-visit.ts';
import { given } from './given.ts';
import { type Item, itemList, moment } from './items.view.ts';
import { codeField } from './proof-fields.ts';
import type { AccountSection, Done, SectionState } from './section-state.ts';

const CODE_REFUSED = 'The code is missing, wrong, or was used before.';

/** The API refuses the request as a whole; the page says at which field. */
const WRONG_CODE: Issue = { code: 'invalid_token', path: ['two_factor_code'], message: 'is missing, wrong, or was used before' };

export const sessionsSection: AccountSection = { id: 'sessions', title: 'Sessions', show };

async function show(visit: AccountVisit, state: SectionState): Promise<Html> {
  const [{ sessions }, { hasCode }] = await Promise.all([visit.call(sessionRoutes.listSessions), visit.proofs()]);
  const items = sessions.map((session): Item => {
    const { session_id, device_name, is_current, ip_address } = session;
    const end = { id: `end-${session_id}`, action: `sessions/${session_id}/end`, button: 'End session', about: device_name };
    return {
      name: device_name,
      mark: is_current ? 'this session' : undefined,
      facts: [
        html`${ip_address ?? 'unknown address'}`,
        html`signed in ${moment(session.created_at)}`,
        html`last seen ${moment(session.last_activity_at)}`,
      ],
      forms: is_current ? [] : [accountForm(state, { ...end, isSecondary: true })],
    };
  });
  const code: FormField = { ...codeField, name: 'two_factor_code', isRequired: true, faults: { invalid_token: CODE_REFUSED } };
  return html`${itemList(items)}
${
  sessions.length < 2
    ? undefined
    : accountForm(state, {
        id: 'end-others',
        action: 'sessions/end-others',
        button: 'End all other sessions',
        fields: hasCode ? [code] : [],
      })
}`;
}

export async function endSession(visit: AccountVisit, id: string): Promise<Done> {
  await visit.call(sessionRoutes.revokeSession, { params: { id } });
  return { message: 'The session was ended.' };
}

export async function endOtherSessions(visit: AccountVisit, typed: string | undefined): Promise<Done> {
  const two_factor_code = given(typed);
  const { revoked_count } = await visit
    .call(sessionRoutes.revokeSessions, { body: two_factor_code === undefined ? {} : { two_factor_code } })
    .catch((error: unknown) => {
      throw isMissingCode(error) ? new ApiError('FORBIDDEN', undefined, [WRONG_CODE]) : error;
    });
  return { message: revoked_count === 1 ? 'One session was ended.' : `${revoked_count} sessions were ended.` };
}

function isMissingCode(error: unknown): boolean {
  return error instanceof ApiError && (error.details as { requires_2fa?: unknown } | undefined)?.requires_2fa === true;
}
