import { invalidField } from '@psa/contract-kit';
import type { AnalyticsQuery } from '@psa/contracts-automation';

export interface AnalyticsPeriod {
  readonly from: string;
  readonly to: string;
  readonly granularity: AnalyticsQuery['granularity'];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;
const MOST_DAYS = 92;

/** The period asked for. @throws VALIDATION_ERROR when it ends before it begins, or is too long */
export function analyticsPeriod({ date_from, date_to, granularity }: AnalyticsQuery, now: number): AnalyticsPeriod {
  const to = date_to === undefined ? now : Date.parse(date_to);
  const from = date_from === undefined ? to - DEFAULT_DAYS * DAY_MS : Date.parse(date_from);
  if (from > to) throw invalidField('date_from', 'must not be after date_to', 'after_end');
  if (to - from > MOST_DAYS * DAY_MS) throw invalidField('date_from', `must be at most ${MOST_DAYS} days before date_to`, 'too_long');
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString(), granularity };
}

/** The last day. */
export function recentPeriod(now: number): AnalyticsPeriod {
  return { from: new Date(now - DAY_MS).toISOString(), to: new Date(now + DAY_MS).toISOString(), granularity: 'day' };
}
