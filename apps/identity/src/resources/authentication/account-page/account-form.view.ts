import { ACCOUNT_PATH } from '@psa/contracts-identity';
import { type Html, html } from '../sign-in/pages/html.ts';
import { fieldMessages, generalMessage } from './failure-messages.ts';
import type { FormFailure, SectionState } from './section-state.ts';

export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** `password` and `code` are never filled in again. */
  readonly kind?: 'text' | 'password' | 'code' | 'lines';
  /** Values and their names, of a field that is a choice. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly autocomplete?: string;
  readonly value?: string;
  readonly maxLength?: number;
  readonly isRequired?: boolean;
  /** Sentences for faults by the code of their issue, where the message of the API does not go on from the label. */
  readonly faults?: Readonly<Record<string, string>>;
}

export interface AccountForm {
  /** Tells the form from all others of the page. */
  readonly id: string;
  /** Below the path of the account page. */
  readonly action: string;
  readonly button: string;
  /** What the button is about, where several forms have the same one: read out, not seen. */
  readonly about?: string;
  /** Values the user does not see. */
  readonly hidden?: Readonly<Record<string, string>>;
  readonly fields?: readonly FormField[];
  readonly isSecondary?: boolean;
}

/** Draws a form; one that was refused shows why beside its fields, the first of which has the focus. */
export function accountForm(state: SectionState, form: AccountForm): Html {
  const { id, action, button, about, hidden = {}, fields = [], isSecondary } = form;
  const failure = state.failureOf(id);
  const messages = failure === undefined ? new Map<string, string>() : fieldMessages(failure.error, fields);
  const general = failure && generalMessage(failure.error, fields);
  const focused = general === undefined ? fields.find(({ name }) => messages.has(name))?.name : undefined;
  const unseen = Object.entries({ csrfToken: state.csrfToken, ...hidden });
  return html`<form method="post" action="${ACCOUNT_PATH}/${action}">
${general && html`<p class="alert" role="alert" tabindex="-1" autofocus>${general}</p>`}
${unseen.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields.map((field) => drawField(id, field, failure, messages.get(field.name), field.name === focused))}
<button${isSecondary === true ? html` class="other"` : undefined}>${button}${about && html`<span class="unseen"> ${about}</span>`}</button>
</form>`;
}

/** A form behind a summary, which is open when the form was refused. */
export function foldedForm(state: SectionState, summary: string, form: AccountForm, introduction?: string): Html {
  const isOpen = state.failureOf(form.id) !== undefined;
  return html`<details${isOpen ? html` open` : undefined}>
<summary>${summary}${form.about && html`<span class="unseen"> ${form.about}</span>`}</summary>
${introduction && html`<p>${introduction}</p>`}
${accountForm(state, form)}
</details>`;
}

function drawField(form: string, field: FormField, failure: FormFailure | undefined, fault: string | undefined, isFocused: boolean): Html {
  const { name, label, hint } = field;
  const id = `${form}-${name}`;
  const describedBy = [...(fault === undefined ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])].join(' ');
  const attributes = html`id="${id}" name="${name}"${field.isRequired === true ? html` required` : undefined}${
    describedBy && html` aria-describedby="${describedBy}"`
  }${fault && html` aria-invalid="true"`}${isFocused ? html` autofocus` : undefined}`;
  return html`<label for="${id}">${label}</label>
${drawControl(field, attributes, enteredValue(field, failure))}
${fault && html`<p class="error" id="${id}-error">${fault}</p>`}
${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}`;
}

function drawControl({ kind = 'text', choices, autocomplete = 'off', maxLength }: FormField, attributes: Html, value: string): Html {
  if (choices !== undefined) {
    return html`<select ${attributes}>${choices.map(
      ([choice, label]) => html`<option value="${choice}"${choice === value ? html` selected` : undefined}>${label}</option>`,
    )}</select>`;
  }
  const bounds = html`${maxLength === undefined ? undefined : html` maxlength="${String(maxLength)}"`} spellcheck="false"`;
  if (kind === 'lines')
    return html`<textarea ${attributes} rows="4" autocomplete="${autocomplete}"${bounds}>
${value}</textarea>`;
  const completion = kind === 'code' ? 'one-time-code' : autocomplete;
  return html`<input ${attributes} type="${kind === 'password' ? 'password' : 'text'}" value="${value}" autocomplete="${completion}"${bounds}>`;
}

function enteredValue({ name, kind, value = '' }: FormField, failure: FormFailure | undefined): string {
  if (kind === 'password' || kind === 'code') return '';
  const entered = failure?.values[name];
  return typeof entered === 'string' ? entered : value;
}
