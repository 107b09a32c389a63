import { conflict } from '@psa/contract-kit';
import type { ApprovalStatus } from '@psa/contracts-time';

/** What is done to a sheet on its way to approval. */
export type SheetAction = 'submit' | 'approve' | 'request-changes' | 'reverse';

interface Transition {
  readonly from: readonly ApprovalStatus[];
  readonly to: ApprovalStatus;
  /** Entries in one of these go along; others stay as they are. */
  readonly entriesFrom: readonly ApprovalStatus[];
}

/**
 * How a sheet and its entries change. An entry that was approved by itself stays so when its sheet is given back; only taking the
 * approval of the sheet back takes that of its entries.
 */
const TRANSITIONS: Readonly<Record<SheetAction, Transition>> = {
  submit: { from: ['DRAFT', 'CHANGES_REQUESTED'], to: 'SUBMITTED', entriesFrom: ['DRAFT', 'CHANGES_REQUESTED'] },
  approve: { from: ['SUBMITTED'], to: 'APPROVED', entriesFrom: ['SUBMITTED'] },
  'request-changes': { from: ['SUBMITTED'], to: 'CHANGES_REQUESTED', entriesFrom: ['SUBMITTED'] },
  reverse: { from: ['APPROVED'], to: 'CHANGES_REQUESTED', entriesFrom: ['APPROVED'] },
};

/** The status an action leads to. @throws CONFLICT from a status it is not for */
export function statusAfter(action: SheetAction, status: ApprovalStatus): ApprovalStatus {
  const { from, to } = TRANSITIONS[action];
  if (!from.includes(status))
    throw conflict(`A time sheet that is ${status} cannot be changed by ${action}`, { approval_status: status, expected: from });
  return to;
}

/** Whether an entry goes along with its sheet. */
export function goesAlong(action: SheetAction, status: ApprovalStatus): boolean {
  return TRANSITIONS[action].entriesFrom.includes(status);
}
