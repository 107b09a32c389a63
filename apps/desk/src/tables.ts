import type { BlobTables } from '@psa/blob-kit';
import type { ReferenceTypeTables } from './resources/reference-type/reference-type.tables.ts';
import type { ReplicaTables } from './replicas/replica.tables.ts';
import type { TicketSettingsTables } from './resources/channel/channel.tables.ts';
import type { TicketTables } from './resources/ticket/ticket.tables.ts';
import type { CategoryTables } from './resources/category/category.tables.ts';
import type { ProjectTables } from './resources/project/project.tables.ts';
import type { TagTables } from './resources/tag/tag.tables.ts';
import type { TicketTemplateTables } from './resources/ticket-template/ticket-template.tables.ts';
import type { FigureTables } from './resources/figure/figure.tables.ts';
import type { OutsideStepTables } from './resources/outside-step/outside-step.tables.ts';
import type { RecurringTicketTables } from './resources/recurring-ticket/recurring-ticket.tables.ts';

/** Every table of the service, by name. */
export type Tables = BlobTables &
  ReferenceTypeTables &
  ReplicaTables &
  CategoryTables &
  ProjectTables &
  TagTables &
  TicketSettingsTables &
  TicketTables &
  TicketTemplateTables &
  RecurringTicketTables &
  OutsideStepTables &
  FigureTables;
