import { oneLine } from '../mail/mail-header.ts';
import type { TemplateTexts } from './built-in-templates.ts';

/** Text is escaped where it goes into HTML; `html` was sanitized and is not. */
export type TemplateValue = string | { readonly html: string };

export interface RenderedTemplate {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Variables without a value; they become nothing. */
  readonly missing: readonly string[];
}

const VARIABLE = /\{\{\s{0,10}([a-z][a-z0-9_.]{0,99})\s{0,10}\}\}/gi;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);

/** Fills in the variables of a template, in one pass: what a value holds is text, never a variable. */
export function renderTemplate(
  { subject, text, html }: TemplateTexts,
  variables: Readonly<Record<string, TemplateValue>>,
): RenderedTemplate {
  const missing = new Set<string>();
  const fill = (template: string, write: (value: TemplateValue) => string) =>
    template.replaceAll(VARIABLE, (_, name: string) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (value === undefined) missing.add(name);
      return value === undefined ? '' : write(value);
    });
  const plain = (value: TemplateValue) => (typeof value === 'string' ? value : '');
  const safe = (value: TemplateValue) => (typeof value === 'string' ? escapeHtml(value).replaceAll('\n', '<br>') : value.html);
  const filledText = fill(text, plain);
  return {
    subject: oneLine(fill(subject, plain)).slice(0, 998),
    text: filledText,
    html: html === null ? `<div>${escapeHtml(filledText).replaceAll('\n', '<br>')}</div>` : fill(html, safe),
    missing: [...missing],
  };
}
