import type { TenantColumn } from '@psa/postgres-kit';

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

/** The table of figures. */
export interface FigureTables {
  figures: FiguresTable;
}
