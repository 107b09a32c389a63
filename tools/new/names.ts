/** A resource's name in every spelling the files need. */
export interface Names {
  /** warranty-claim */
  readonly kebab: string;
  /** warranty-claims */
  readonly kebabPlural: string;
  /** warrantyClaim */
  readonly camel: string;
  /** WarrantyClaim */
  readonly pascal: string;
  /** WarrantyClaims */
  readonly pascalPlural: string;
  /** warranty_claim */
  readonly snake: string;
  /** warranty_claims */
  readonly table: string;
  /** warranty claim */
  readonly words: string;
  /** warranty claims */
  readonly wordsPlural: string;
  /** a warranty claim */
  readonly aWords: string;
  /** A warranty claim */
  readonly aTitle: string;
  /** Warranty claim */
  readonly title: string;
  /** Warranty claims */
  readonly titlePlural: string;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** English plural, as far as resources need it. */
function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** @param kebab singular, such as `warranty-claim` @throws RangeError for another spelling */
export function namesOf(kebab: string): Names {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(kebab))
    throw new RangeError(`A resource is named in the singular and in kebab case, such as warranty-claim, not "${kebab}".`);
  const kebabPlural = plural(kebab);
  const pascalOf = (text: string) => text.split('-').map(capital).join('');
  const pascal = pascalOf(kebab);
  const article = /^[aeio]/.test(kebab) ? 'an' : 'a';
  const wordsOf = (text: string) => text.replaceAll('-', ' ');
  return {
    kebab,
    kebabPlural,
    pascal,
    pascalPlural: pascalOf(kebabPlural),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    snake: kebab.replaceAll('-', '_'),
    table: kebabPlural.replaceAll('-', '_'),
    words: wordsOf(kebab),
    wordsPlural: wordsOf(kebabPlural),
    aWords: `${article} ${wordsOf(kebab)}`,
    aTitle: `${capital(article)} ${wordsOf(kebab)}`,
    title: capital(wordsOf(kebab)),
    titlePlural: capital(wordsOf(kebabPlural)),
  };
}

/** Desk, of the service `desk`. */
export function pascalService(service: string): string {
  return capital(service);
}
