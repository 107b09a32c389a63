const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** Members of `clock`. */
export const CLOCK_MEMBERS = ['date', 'hour', 'minute', 'weekday', 'day', 'month', 'year'] as const;

/** What conditions see as `clock`: a moment by UTC. */
export function clockOf(now: Date): Record<(typeof CLOCK_MEMBERS)[number], unknown> {
  return {
    date: now.toISOString().slice(0, 10),
    hour: now.getUTCHours(),
    minute: now.getUTCMinutes(),
    weekday: WEEKDAYS[now.getUTCDay()],
    day: now.getUTCDate(),
    month: now.getUTCMonth() + 1,
    year: now.getUTCFullYear(),
  };
}
