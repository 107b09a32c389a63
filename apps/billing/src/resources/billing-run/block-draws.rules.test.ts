import { describe, expect, it } from '@jest/globals';
import { ALWAYS } from '@psa/calendar';
import fc from 'fast-check';
import { drawBlocks, type OpenBlock } from './block-draws.rules.ts';
import { type DueWork, hourlyCharges } from './hourly-charges.rules.ts';

const work = (billable_duration: number, work_date = '2026-06-02', service_id = 'support'): DueWork => ({
  entry_id: crypto.randomUUID(),
  service_id,
  contract_line_id: null,
  work_date,
  start_time: `${work_date}T09:00:00Z`,
  end_time: null,
  billable_duration,
  rate: null,
  tax_region: null,
});
const block = (given: Partial<OpenBlock> = {}): OpenBlock => ({
  block_id: 'a',
  block_name: 'Ten hours',
  service_id: null,
  starts_on: '2026-01-01',
  expires_on: null,
  remaining_minutes: 600,
  ...given,
});
const draw = (entries: readonly DueWork[], blocks: readonly OpenBlock[]) =>
  drawBlocks(hourlyCharges(entries, [], { hours: ALWAYS, before: [] }), blocks);

describe('hours bought in advance', () => {
  it('are taken from what expires first', () => {
    const blocks = [block(), block({ block_id: 'b', expires_on: '2026-06-30', remaining_minutes: 50 })];
    expect(draw([work(80)], blocks)).toMatchObject([
      {
        minutes: 0,
        covered: 80,
        draws: [
          { block_id: 'b', minutes: 50 },
          { block_id: 'a', minutes: 30 },
        ],
      },
    ]);
  });

  it('cover only their service and their days, the last one too', () => {
    const blocks = [block({ service_id: 'support', starts_on: '2026-06-02', expires_on: '2026-06-03' })];
    const entries = [
      work(10, '2026-06-01'),
      work(10, '2026-06-02'),
      work(10, '2026-06-03'),
      work(10, '2026-06-04'),
      work(10, '2026-06-02', 'x'),
    ];
    expect(draw(entries, blocks).map(({ minutes, covered }) => [minutes, covered])).toEqual([
      [20, 20],
      [10, 0],
    ]);
  });

  it('are never overdrawn, and every minute is either covered or billed', () => {
    const entries = fc.array(
      fc.integer({ min: 1, max: 300 }).map((minutes) => work(minutes)),
      { minLength: 1, maxLength: 8 },
    );
    const blocks = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 5 });
    fc.assert(
      fc.property(entries, blocks, (done, sizes) => {
        const open = sizes.map((remaining_minutes, index) => block({ block_id: String(index), remaining_minutes }));
        const charges = draw(done, open);
        const drawn = charges.flatMap(({ draws }) => draws);
        const total = done.reduce((sum, { billable_duration }) => sum + billable_duration, 0);
        const covered = Math.min(
          total,
          sizes.reduce((sum, size) => sum + size, 0),
        );
        return (
          charges.reduce((sum, charge) => sum + charge.minutes + charge.covered, 0) === total &&
          drawn.reduce((sum, { minutes }) => sum + minutes, 0) === covered &&
          drawn.every(({ block_id, minutes }) => minutes <= sizes[Number(block_id)]!)
        );
      }),
    );
  });
});
