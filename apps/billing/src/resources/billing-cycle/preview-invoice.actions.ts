import { invalidField } from '@psa/contract-kit';
import type { PreviewInvoice } from '@psa/contracts-billing';
import type { Db, Ports } from '../../billing-app.ts';
import { type BilledWindow, previewWindow } from '../billing-run/generate-invoice.actions.ts';
import { dueOfCycle } from './bill-cycle.actions.ts';

/** What would be billed for a window or a cycle. @throws VALIDATION_ERROR, NOT_FOUND, CONFLICT when there is nothing to bill */
export function previewInvoice(db: Db, ports: Ports, input: PreviewInvoice) {
  return input.billing_cycle_id === undefined ? previewWindow(db, ports, windowOf(input)) : dueOfCycle(db, ports, cycleOf(input));
}

/** @throws VALIDATION_ERROR naming the member that is missing */
export function windowOf({ client_id, period_start, period_end, currency_code }: PreviewInvoice): BilledWindow {
  if (client_id === undefined) throw invalidField('client_id', 'is required without billing_cycle_id', 'required');
  if (period_start === undefined) throw invalidField('period_start', 'is required without billing_cycle_id', 'required');
  if (period_end === undefined) throw invalidField('period_end', 'is required without billing_cycle_id', 'required');
  return { client_id, period_start, period_end, currency_code };
}

/** @throws VALIDATION_ERROR naming a member that does not go with it */
export function cycleOf(input: PreviewInvoice): string {
  for (const member of ['client_id', 'period_start', 'period_end', 'currency_code'] as const)
    if (input[member] !== undefined) throw invalidField(member, 'cannot be given with billing_cycle_id');
  return input.billing_cycle_id ?? '';
}
