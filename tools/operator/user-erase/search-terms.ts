/** A text by which a person could be known, and what stands in its place afterwards. */
export interface SearchTerm {
  /** A regular expression that both Postgres and JavaScript read, for case-insensitive use. */
  readonly pattern: string;
  readonly replacement: string;
}

/** Shorter names, and those of one word, are words of other texts as well. */
const MIN_NAME_LENGTH = 5;

/** Whether a name is told apart from other words well enough to be looked for in all texts. */
export function isDistinctive(name: string): boolean {
  return name.length >= MIN_NAME_LENGTH && /\S\s+\S/.test(name);
}

/** An address is not looked for inside of a longer one. In JSON, a line that begins with it has the letter of an escape before it. */
const ADDRESS_BEGINS = String.raw`(?:(?<=\\[nrtbf])|(?<![[:alnum:]._%+-]))`;
const ADDRESS_ENDS = String.raw`(?![[:alnum:]-]|\.[[:alnum:]])`;
const NAME_BEGINS = String.raw`(?:(?<=\\[nrtbf])|(?<![[:alnum:]]))`;
const NAME_ENDS = '(?![[:alnum:]])';

/** Terms for an address, as it is written in texts and in links. */
export function addressTerms(address: string, replacement: string): SearchTerm[] {
  return [...new Set([address, encodeURIComponent(address)])].map((text) => ({
    pattern: `${ADDRESS_BEGINS}${literal(text)}${ADDRESS_ENDS}`,
    replacement: text === address ? replacement : encodeURIComponent(replacement),
  }));
}

/** Terms for a full name, as it is written in texts and, where they differ, in JSON and HTML; words may be apart by any white space. */
export function nameTerms(name: string, replacement: string): SearchTerm[] {
  const written = [name, JSON.stringify(name).slice(1, -1), html(name)];
  return [...new Set(written)].map((text) => ({
    pattern: `${NAME_BEGINS}${text
      .trim()
      .split(/\s+/)
      .map(literal)
      .join(String.raw`[[:space:]]+`)}${NAME_ENDS}`,
    replacement,
  }));
}

/** Members of JSON that name who else the JSON is about by an id. */
const NAMING_MEMBERS = 'username|first_name|last_name|full_name|user_name|contact_name|phone|phone_number';

/** Terms for a value that is too common to be looked for everywhere, where it stands as a name in JSON. */
export function memberTerms(value: string, replacement: string): SearchTerm[] {
  return [
    {
      pattern: String.raw`("(?:${NAMING_MEMBERS})"[[:space:]]*:[[:space:]]*)"${literal(JSON.stringify(value).slice(1, -1))}"`,
      replacement: String.raw`\1"${replacement}"`,
    },
  ];
}

/** What a person is looked for by. */
export interface PersonTerms {
  /** In all texts. */
  readonly anywhere: readonly SearchTerm[];
  /** Only in texts that name one of the ids as well. */
  readonly besideIds: readonly SearchTerm[];
  readonly ids: readonly string[];
}

/** Whether a text holds one of the terms. */
export function textMatcher({ anywhere, besideIds, ids }: PersonTerms): (text: string) => boolean {
  const always = javaScriptPattern(anywhere);
  const beside = besideIds.length === 0 ? undefined : javaScriptPattern(besideIds);
  return (text) => always.test(text) || (beside !== undefined && ids.some((id) => text.includes(id)) && beside.test(text));
}

/** One expression for all terms: what is searched for. */
export function anyOf(terms: readonly SearchTerm[]): string {
  return terms.map(({ pattern }) => `(?:${pattern})`).join('|');
}

/** The same for JavaScript, whose classes of characters are called otherwise. */
function javaScriptPattern(terms: readonly SearchTerm[]): RegExp {
  const pattern = anyOf(terms)
    .replaceAll('[[:alnum:]]', String.raw`[\p{L}\p{N}]`)
    .replaceAll('[:alnum:]', String.raw`\p{L}\p{N}`)
    .replaceAll('[[:space:]]', String.raw`\s`);
  return new RegExp(pattern, 'iu');
}

function literal(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/]/g, String.raw`\$&`);
}

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('"', '&quot;');
}
