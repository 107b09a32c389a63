const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Shutdown, termination, idle timeouts and broken connections. */
const LOST = /^(?:08|57P|25P03)/;

/**
 * Whether the connection goes down with the statement. Postgres says so some milliseconds before it closes it: given back
 * as if it were sound, the connection would fail whoever takes it next.
 */
export function endsConnection(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || !SQLSTATE.test(code) || LOST.test(code);
}
