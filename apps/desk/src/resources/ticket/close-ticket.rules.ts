import type { CloseRules } from '@psa/contracts-desk';

/** What decides whether a ticket may be closed. */
export interface CloseFacts {
  readonly hasResolution: boolean;
  readonly timeEntries: number;
  readonly incompleteItems: number;
  readonly openChildren: number;
  readonly ticket: Readonly<Record<string, unknown>>;
}

/** A rule that is not met, in the form of an issue of the request. */
export interface UnmetRule {
  readonly code: 'close_rule';
  readonly path: string[];
  readonly rule: string;
  readonly message: string;
  readonly incomplete_count?: number;
  readonly open_count?: number;
  readonly missing_fields?: string[];
}

/** The closing rules of a channel that a ticket does not meet. */
export function unmetRules(rules: CloseRules, facts: CloseFacts): UnmetRule[] {
  const unmet: UnmetRule[] = [];
  const add = (rule: string, message: string, more: Partial<UnmetRule> = {}) =>
    unmet.push({ code: 'close_rule', path: ['status_id'], rule, message, ...more });
  if (rules.resolution_comment && !facts.hasResolution) add('resolution_comment', 'A comment has to be marked as the resolution');
  if (rules.time_entry && facts.timeEntries === 0) add('time_entry', 'Time has to be logged on the ticket');
  if (rules.checklist_incomplete && facts.incompleteItems > 0)
    add('checklist_incomplete', 'Required checklist items have to be completed', { incomplete_count: facts.incompleteItems });
  if (rules.open_children && facts.openChildren > 0)
    add('open_children', 'Child tickets have to be closed', { open_count: facts.openChildren });
  const missing = rules.required_fields.filter((field) => facts.ticket[field] === null || facts.ticket[field] === '');
  if (missing.length > 0) add('required_fields', `Required: ${missing.join(', ')}`, { missing_fields: missing });
  return unmet;
}
