import type { DemoAsset } from './demo-assets.ts';
import { createRandom } from './random.ts';

/** A schedule with the work that was done on it so far, oldest first. */
export interface DemoMaintenance {
  asset: DemoAsset;
  schedule: Record<string, unknown>;
  records: Record<string, unknown>[];
}

interface Plan {
  applies: (asset: DemoAsset) => boolean;
  type: 'preventive' | 'inspection' | 'calibration' | 'replacement';
  frequency: 'monthly' | 'quarterly' | 'yearly';
  days: number;
  notes: string;
  parts: readonly string[];
}

const PLANS: readonly Plan[] = [
  {
    applies: ({ product }) => product.short === 'SV',
    type: 'preventive',
    frequency: 'quarterly',
    days: 91,
    notes: 'Firmware, RAID health, dust, event log',
    parts: ['Air filter'],
  },
  {
    applies: ({ product }) => product.short === 'VM',
    type: 'inspection',
    frequency: 'monthly',
    days: 30,
    notes: 'Restore test from last night’s backup',
    parts: [],
  },
  {
    applies: ({ product }) => product.short === 'FW',
    type: 'inspection',
    frequency: 'quarterly',
    days: 91,
    notes: 'Rule review and firmware',
    parts: [],
  },
  {
    applies: ({ type }) => type === 'printer',
    type: 'preventive',
    frequency: 'yearly',
    days: 365,
    notes: 'Maintenance kit and cleaning',
    parts: ['Fuser unit', 'Pickup roller'],
  },
  {
    applies: ({ product }) => product.short === 'UP',
    type: 'replacement',
    frequency: 'yearly',
    days: 365,
    notes: 'Battery test, replacement when below 70 %',
    parts: ['RBC6 battery'],
  },
];
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The upkeep of assets that are in use, some of it overdue. */
export function demoMaintenance(assets: readonly DemoAsset[], { now, userId }: { now: Date; userId: string }): DemoMaintenance[] {
  return assets
    .filter(({ body }) => body.status === 'active')
    .flatMap((asset) => {
      const plan = PLANS.find(({ applies }) => applies(asset));
      const random = createRandom(`maintenance/${asset.tag}`);
      if (plan === undefined || !random.chance(0.85)) return [];
      const done = random.int(0, 3);
      const sinceLast = random.int(1, Math.round(plan.days * 1.15));
      const hour = random.int(12, 21);
      const dateOf = (index: number) =>
        new Date((Math.floor(now.getTime() / DAY_MS) - sinceLast - (done - 1 - index) * plan.days) * DAY_MS + hour * HOUR_MS);
      const schedule = {
        schedule_type: plan.type,
        frequency: plan.frequency,
        frequency_interval: 1,
        notes: plan.notes,
        start_date: new Date(dateOf(0).getTime() - (done > 0 ? plan.days : 0) * DAY_MS).toISOString(),
        assigned_to: userId,
      };
      const records = Array.from({ length: done }, (_, index) => ({
        maintenance_type: plan.type,
        performed_by: userId,
        performed_at: dateOf(index).toISOString(),
        duration_hours: random.pick([0.5, 0.75, 1, 1.5, 2]),
        cost: random.pick([0, 45, 90, 135, 180]),
        notes: plan.notes,
        parts_used: plan.parts.filter(() => random.chance(0.4)),
      }));
      return [{ asset, schedule, records }];
    });
}
