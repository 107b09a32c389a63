import type { ApiError } from '@psa/contract-kit';
import type { AccountNotice } from '../account-notice/account-notice.ts';
import type { Html } from '../sign-in/pages/html.ts';
import type { AccountVisit } from './account-visit.ts';

/** The sections of the account page, which are the anchors of its address. */
export type SectionId = 'api-keys' | 'sessions' | 'two-factor' | 'trusted-devices' | 'passkeys' | 'connected-accounts' | 'password';

/** One section of the account page. */
export interface AccountSection {
  readonly id: SectionId;
  readonly title: string;
  /** @returns undefined when there is nothing to show @throws FORBIDDEN when the API refuses it to this user: the section is left out */
  readonly show: (visit: AccountVisit, state: SectionState) => Promise<Html | undefined>;
}

/** What the page says after a form has done what it is for. */
export interface Done {
  readonly message: string;
  /** Shown once. */
  readonly secrets?: readonly string[];
}

/** A form that was refused, with what was entered. */
export interface FormFailure {
  readonly section: SectionId;
  readonly form: string;
  readonly error: ApiError;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What the sections draw beside what is stored. */
export class SectionState {
  readonly csrfToken: string;
  readonly notice: AccountNotice | undefined;
  readonly #failure: FormFailure | undefined;
  #isFailureShown = false;

  constructor(csrfToken: string, notice: AccountNotice | undefined, failure: FormFailure | undefined) {
    this.csrfToken = csrfToken;
    this.notice = notice;
    this.#failure = failure;
  }

  /** Why a form was refused, for the form to show. */
  failureOf(form: string): FormFailure | undefined {
    if (this.#failure?.form !== form) return undefined;
    this.#isFailureShown = true;
    return this.#failure;
  }

  /** The refusal no form has shown, because the form is not on the page any more. */
  get unshownFailure(): FormFailure | undefined {
    return this.#isFailureShown ? undefined : this.#failure;
  }
}
