const CENSOR = '[REDACTED]';
const MAX_DEPTH = 6;
const MAX_ITEMS = 100;

/** Names of members whose values never appear. `code` is one: of the second factor, or of an OAuth redirect. */
const SECRET =
  /^(?:code|otp|pin|pwd|jwt|cookie|set-cookie)$|authorization|password|passwd|passphrase|secret|token|api[-_]?key|private[-_]?key|signature/i;
/** What is told of a secret without telling it. */
const ABOUT_SECRET = /(?:_id|Id|_at|At|_count)$/;

const isSecret = remembered((name) => SECRET.test(name) && !ABOUT_SECRET.test(name));

/** The members of what is logged, without secrets; for pino's formatters. */
export function redactedMembers(members: Record<string, unknown>): Record<string, unknown> {
  return redactedObject(members, 0);
}

function redacted(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutCredentials(value);
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return describeError(value, depth);
  // What refers to itself ends here as well.
  if (depth > MAX_DEPTH) return '[Too deep]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redacted(item, depth + 1));
  if ('toJSON' in value && typeof value.toJSON === 'function') return redacted(value.toJSON(), depth + 1);
  return redactedObject(value as Record<string, unknown>, depth);
}

function redactedObject(members: Record<string, unknown>, depth: number): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(members).slice(0, MAX_ITEMS)) {
    const value = members[name];
    // That there is none is no secret, and often the clue.
    shown[name] = isSecret(name) && value !== undefined && value !== null ? CENSOR : redacted(value, depth + 1);
  }
  return shown;
}

/**
 * Postgres puts values of the row into `detail`, and clients of HTTP put requests into whatever they like: only what says where
 * and why is kept.
 */
function describeError(error: Error, depth: number): object {
  const { name, message, stack, cause } = error;
  const { code, constraint, table, errors } = error as { code?: string; constraint?: string; table?: string; errors?: unknown };
  const inner = (thrown: unknown) =>
    depth < MAX_DEPTH ? redacted(thrown instanceof Error ? thrown : { message: String(thrown) }, depth + 1) : '[Too deep]';
  return {
    name,
    message: withoutCredentials(message),
    code,
    constraint,
    table,
    stack: stack && withoutCredentials(stack),
    ...(cause === undefined ? {} : { cause: inner(cause) }),
    // A connection tried at several addresses fails with all their reasons, and no message of its own.
    ...(Array.isArray(errors) ? { errors: errors.slice(0, 5).map(inner) } : {}),
  };
}

const MAY_HOLD_CREDENTIALS = /:\/\/|[?&]\w|bearer |basic |eyJ/i;

/** A text without the passwords of addresses, the credentials of headers and the secrets of query strings in it. */
export function withoutCredentials(text: string): string {
  if (!MAY_HOLD_CREDENTIALS.test(text)) return text;
  return text
    .replaceAll(/(:\/\/[^\s:/@]{0,255}):[^\s/@]{1,255}@/g, `$1:${CENSOR}@`)
    .replaceAll(/([?&](?:\w*token|\w*secret|password|(?:api_?)?key|code|sig|signature)=)[^&\s"']+/gi, `$1${CENSOR}`)
    .replaceAll(/\b(bearer|basic) [\w.~+/=-]{4,}/gi, `$1 ${CENSOR}`)
    .replaceAll(/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, CENSOR);
}

/** A function of names that is asked for the same few again and again. */
function remembered(decide: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    let answer = known.get(name);
    if (answer === undefined) {
      answer = decide(name);
      // Names can come from outside, as members of what was sent.
      if (known.size < 1000) known.set(name, answer);
    }
    return answer;
  };
}
