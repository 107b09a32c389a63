import type { DueWork, HourlyCharge } from './hourly-charges.rules.ts';

/** Hours a client bought in advance, with what is left of them. */
export interface OpenBlock {
  readonly block_id: string;
  readonly block_name: string;
  /** What it covers; any work when null. */
  readonly service_id: string | null;
  readonly starts_on: string;
  readonly expires_on: string | null;
  readonly remaining_minutes: number;
}

export interface BlockDraw {
  readonly block_id: string;
  readonly minutes: number;
}

export interface CoveredCharge extends HourlyCharge {
  /** Minutes blocks cover. */
  readonly covered: number;
  readonly draws: readonly BlockDraw[];
}

/** Takes regular work from blocks, in the order of the work and from what expires first, as far as they cover its day and its service. */
export function drawBlocks(charges: readonly HourlyCharge[], blocks: readonly OpenBlock[]): CoveredCharge[] {
  const inOrder = blocks.toSorted(byExpiry);
  const left = new Map(blocks.map(({ block_id, remaining_minutes }) => [block_id, remaining_minutes]));
  const draws = charges.map(() => new Map<string, number>());
  const work = charges.flatMap(({ kind, parts }, index) => (kind === 'regular' ? parts.map((part) => ({ ...part, index })) : []));
  for (const { entry, minutes, index } of work.toSorted((one, other) => compare(one.entry.work_date, other.entry.work_date))) {
    let wanted = minutes;
    for (const block of inOrder) {
      if (wanted === 0) break;
      const remaining = left.get(block.block_id) ?? 0;
      if (remaining === 0 || !covers(block, entry)) continue;
      const taken = Math.min(wanted, remaining);
      wanted -= taken;
      left.set(block.block_id, remaining - taken);
      draws[index]!.set(block.block_id, (draws[index]!.get(block.block_id) ?? 0) + taken);
    }
  }
  return charges.map((charge, index) => {
    const taken = [...draws[index]!].map(([block_id, minutes]) => ({ block_id, minutes }));
    const covered = taken.reduce((sum, { minutes }) => sum + minutes, 0);
    return { ...charge, minutes: charge.minutes - covered, covered, draws: taken };
  });
}

function covers({ service_id, starts_on, expires_on }: OpenBlock, { service_id: service, work_date }: DueWork): boolean {
  return (service_id === null || service_id === service) && starts_on <= work_date && (expires_on === null || work_date <= expires_on);
}

function byExpiry(one: OpenBlock, other: OpenBlock): number {
  // Those without an end come last; of equal ones the older, whose id is smaller.
  return compare(one.expires_on ?? '9999', other.expires_on ?? '9999') || compare(one.block_id, other.block_id);
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
