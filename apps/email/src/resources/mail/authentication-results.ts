/** One result of an Authentication-Results header (RFC 8601), such as `dkim=pass header.d=example.org`. */
export interface MethodResult {
  readonly method: string;
  readonly result: string;
  /** Such as `header.d` and `smtp.mailfrom`, in lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

export interface AuthenticationResults {
  /** Name the server that wrote the header gives itself; null where it has none, as with Microsoft 365. */
  readonly authservId: string | null;
  readonly results: readonly MethodResult[];
}

/** Reads the value of an Authentication-Results header in linear time. What is malformed is left out. */
export function readAuthenticationResults(value: string): AuthenticationResults {
  const statements = withoutComments(value.toLowerCase())
    .replaceAll(/ ?= ?/g, '=')
    .split(';')
    .map((statement) => statement.trim().split(' '));
  const [first = []] = statements;
  const authservId = first[0] === undefined || first[0] === '' || first[0].includes('=') ? null : first[0];
  return { authservId, results: (authservId === null ? statements : statements.slice(1)).flatMap(resultOf) };
}

function resultOf([statement = '', ...rest]: readonly string[]): MethodResult[] {
  const [, method, result] = /^([a-z0-9-]+)(?:\/\d+)?=([a-z]+)$/.exec(statement) ?? [];
  if (method === undefined || result === undefined) return [];
  const properties = new Map<string, string>();
  for (const property of rest) {
    const equals = property.indexOf('=');
    const name = property.slice(0, Math.max(0, equals));
    // A second one of the same name would be a way to overwrite the first.
    if (name !== '' && !properties.has(name)) properties.set(name, property.slice(equals + 1));
  }
  return [{ method, result, properties }];
}

/**
 * The value with single blanks, without its comments and quotes. Senders choose what stands in both, an address such as
 * `"x; dmarc=pass"@example.org` among it, so quoted text keeps nothing that could be taken for a result.
 */
function withoutComments(value: string): string {
  let plain = '';
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < value.length; at++) {
    const char = value.charAt(at);
    if (char === '\\' && (isQuoted || depth > 0)) at++;
    else if (char === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) plain += /[a-z0-9.@_-]/.test(char) ? char : '_';
    else if (char === '(') depth++;
    else if (char === ')' && depth > 0) depth--;
    else if (depth === 0 && !(/\s/.test(char) && plain.endsWith(' '))) plain += /\s/.test(char) ? ' ' : char;
  }
  return plain;
}
