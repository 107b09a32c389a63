/** What an entry of the history means to `decide`. */
export type HistoryKind =
  | 'started'
  | 'step_begun'
  | 'attempted'
  | 'step_ended'
  | 'received'
  | 'task_ended'
  | 'child_ended'
  | 'failed'
  | 'cancelled'
  | 'undone'
  | 'noted';

/** An entry as `decide` reads it. */
export interface HistoryEntry {
  readonly position: number;
  readonly kind: HistoryKind;
  readonly step: string | null;
  /** The thread of the workflow the entry belongs to: `0`, and below it those of parallel branches. */
  readonly token: string | null;
  readonly event_name: string;
  readonly payload: Readonly<Record<string, unknown>>;
}
