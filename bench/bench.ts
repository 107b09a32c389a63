import type { Stack } from '../tools/local/stack.ts';
import type { Load, Target } from './measure.ts';
import type { KeyedTenant } from './requests.ts';

/** A running product with tenants, and bare servers on its database: what every area is measured on. */
export interface Bench {
  /** Tenants of equal size. */
  readonly tenants: readonly KeyedTenant[];
  /** One with a million assets. */
  readonly large: KeyedTenant;
  /** The product, with the processes that work for requests to this service. */
  readonly product: (service: string) => Target;
  readonly bares: readonly Target[];
  readonly plan: Load;
  readonly stack: Stack;
  readonly pidOf: (process: string) => number;
  /** What is undone at the end, last first. */
  readonly undo: (() => Promise<void> | void)[];
}
