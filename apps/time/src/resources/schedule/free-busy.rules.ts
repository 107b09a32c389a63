/** A stretch of time as ISO instants in UTC. */
export interface Stretch {
  readonly start: string;
  readonly end: string;
}

/** Stretches that overlap or touch as one, cut to a window, in order. */
export function mergeStretches(stretches: readonly Stretch[], window: Stretch): Stretch[] {
  const instant = (text: string) => Date.parse(text);
  const cut = stretches
    .map(({ start, end }) => ({ start: Math.max(instant(start), instant(window.start)), end: Math.min(instant(end), instant(window.end)) }))
    .filter(({ start, end }) => start < end)
    .toSorted((one, other) => one.start - other.start);
  const merged: { start: number; end: number }[] = [];
  for (const stretch of cut) {
    const last = merged.at(-1);
    if (last !== undefined && stretch.start <= last.end) last.end = Math.max(last.end, stretch.end);
    else merged.push({ ...stretch });
  }
  return merged.map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));
}
