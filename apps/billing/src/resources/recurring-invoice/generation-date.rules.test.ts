import { describe, expect, it } from '@jest/globals';
import { generationDate } from './generation-date.rules.ts';

const rule = (given: object = {}) => ({
  frequency: 'monthly' as const,
  start_date: '2026-01-31',
  end_date: null,
  max_generations: null,
  ...given,
});
const first = (count: number, given: object = {}) => Array.from({ length: count }, (_, nth) => generationDate(rule(given), nth));

describe('recurring invoices', () => {
  it('keep the day of the month, and the last one where there is none', () => {
    expect(first(5)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']);
    expect(first(3, { frequency: 'annually', start_date: '2024-02-29' })).toEqual(['2024-02-29', '2025-02-28', '2026-02-28']);
  });

  it('come daily, weekly and quarterly', () => {
    expect(first(2, { frequency: 'daily' })).toEqual(['2026-01-31', '2026-02-01']);
    expect(first(2, { frequency: 'weekly' })).toEqual(['2026-01-31', '2026-02-07']);
    expect(first(2, { frequency: 'quarterly' })).toEqual(['2026-01-31', '2026-04-30']);
  });

  it('end with their last day or their number', () => {
    expect(first(3, { end_date: '2026-02-28' })).toEqual(['2026-01-31', '2026-02-28', null]);
    expect(first(3, { max_generations: 1 })).toEqual(['2026-01-31', null, null]);
    expect(first(3, { frequency: 'weekly', end_date: '2026-02-08', max_generations: 5 })).toEqual(['2026-01-31', '2026-02-07', null]);
  });
});
