import type { TenantColumn } from '@psa/postgres-kit';
import type { Generated } from 'kysely';

/** What is counted by its writers, so that statistics over a million rows read some hundred. */
export type FigureSubject = 'ticket' | 'tag';

/** Sums of what was added, in slots that writers choose by their connection: they do not wait for each other's commit. */
export interface FiguresTable {
  tenant: TenantColumn;
  subject: FigureSubject;
  /** Of tickets the channel, of tags the kind of what is tagged. */
  part: string;
  kind: string;
  key: string;
  slot: number;
  amount: number;
}

/** How far the figures of a subject are to be trusted. */
export interface FigureRecountsTable {
  tenant: TenantColumn;
  subject: FigureSubject;
  /** When they are compared with what they count. */
  recount_at: string;
  /** Whether they were right when they were last compared. */
  is_settled: Generated<boolean>;
}

/** Figures, and when they are recounted. */
export interface FigureTables {
  figures: FiguresTable;
  figure_recounts: FigureRecountsTable;
}
