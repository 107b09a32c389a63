/** A text of XML: made by {@link element} alone, so that nothing gets in unescaped. */
export interface Xml {
  readonly xml: string;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters XML 1.0 has no way to write. */
// eslint-disable-next-line no-control-regex
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escape(text: string): string {
  return text.replace(UNWRITABLE, '').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/**
 * An element with its children, or a text.
 * @param children those that are undefined are left out
 */
export function element(
  name: string,
  children: string | readonly (Xml | undefined)[],
  attributes: Readonly<Record<string, string>> = {},
): Xml {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  const content = typeof children === 'string' ? escape(children) : children.map((child) => child?.xml ?? '').join('');
  return { xml: `<${name}${given.join('')}>${content}</${name}>` };
}

/** An element, or none without a text. */
export function optional(name: string, text: string | null | undefined): Xml | undefined {
  return text === null || text === undefined || text === '' ? undefined : element(name, text);
}
