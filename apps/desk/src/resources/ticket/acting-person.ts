import { isUuid } from '@psa/contract-kit';
import type { Tx } from '../../desk-app.ts';

/** The person who acts; null for a rule or a service. */
export function personOf({ context }: Tx): string | null {
  return isUuid(context.actor.id) ? context.actor.id : null;
}
