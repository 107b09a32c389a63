import { type Html, html } from '../sign-in/pages/html.ts';

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

/** A moment for people, in UTC: the server does not know their time zone. */
export function moment(timestamp: string): Html {
  return html`<time datetime="${timestamp}">${format.format(new Date(timestamp))} UTC</time>`;
}

export interface Item {
  readonly name: string;
  /** Set apart beside the name, such as which of several this is. */
  readonly mark?: string | undefined;
  readonly facts: readonly Html[];
  readonly forms: readonly Html[];
}

/** A list of what somebody has, each with what can be done with it. */
export function itemList(items: readonly Item[]): Html {
  return html`<ul class="items">${items.map(
    ({ name, mark, facts, forms }) => html`
<li><strong>${name}</strong>${mark && html` <span class="quiet">(${mark})</span>`}
<p class="quiet">${joined(facts)}</p>
${forms}</li>`,
  )}
</ul>`;
}

function joined(facts: readonly Html[]): Html {
  return html`${facts.map((fact, index) => (index === 0 ? fact : html` · ${fact}`))}`;
}
