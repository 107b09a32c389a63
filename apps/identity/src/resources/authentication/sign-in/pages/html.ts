/** A piece of HTML whose every value was escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[] | undefined;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** A template of HTML: texts are escaped, pieces of HTML are not, and what is undefined is left out. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + printed(values[index - 1]) + part));
}

function printed(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
}
