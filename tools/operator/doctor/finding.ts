/** What was looked at, and what came of it. */
export interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'fault';
  readonly detail: string;
  /** What to do; where all is well, nothing. */
  readonly advice?: string;
}

/** A check of something that is well unless some are named. */
export function unlessAny(
  check: string,
  named: readonly string[],
  { well, advice, state = 'fault' }: { well: string; advice: string; state?: 'warning' | 'fault' },
): Finding {
  if (named.length === 0) return { check, state: 'ok', detail: well };
  const shown = named.slice(0, MOST_NAMED).join(', ');
  return { check, state, detail: named.length > MOST_NAMED ? `${shown} and ${named.length - MOST_NAMED} more` : shown, advice };
}

/** As many as a person reads. */
const MOST_NAMED = 10;
