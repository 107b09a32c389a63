import type { Migration } from '@psa/postgres-kit';
import { kitTablesMigration } from './0000-kit-tables.ts';
import { ticketSettingsMigration } from './0001-ticket-settings.ts';
import { ticketsMigration } from './0002-tickets.ts';
import { replicasMigration } from './0050-replicas.ts';
import { projectsMigration } from './0051-projects.ts';
import { tagsMigration } from './0052-tags.ts';
import { categoriesMigration } from './0053-categories.ts';
import { unknownLocationsMigration } from './0054-unknown-locations.ts';
import { slaClocksMigration } from './0055-sla-clocks.ts';
import { ticketTemplateMigration } from './0056-ticket-templates.ts';
import { recurringTicketMigration } from './0057-recurring-tickets.ts';
import { ticketDocumentsMigration } from './0058-ticket-documents.ts';
import { workOfUsersMigration } from './0059-work-of-users.ts';
import { projectTextsMigration } from './0060-project-texts.ts';
import { referenceTypesMigration } from './0061-reference-types.ts';
import { channelTeamsMigration } from './0062-channel-teams.ts';
import { staleClocksMigration } from './0063-stale-clocks.ts';
import { outsideStepsMigration } from './0064-outside-steps.ts';
import { editableTypesMigration } from './0065-editable-types.ts';
import { figuresMigration } from './0066-figures.ts';
import { ticketOrdersMigration } from './0067-ticket-orders.ts';
import { ticketIndexesMigration } from './0068-ticket-indexes.ts';
import { commentMailMigration } from './0069-comment-mail.ts';
import { externalIdsMigration } from './0200-external-ids.ts';
import { ticketTitlesMigration } from './0201-ticket-titles.ts';
import { ticketSortsMigration } from './0202-ticket-sorts.ts';
import { textFunctionsMigration } from './0203-text-functions.ts';
import { clientContactDataMigration } from './0204-client-contact-data.ts';
import { lateBeforePauseMigration } from './0205-tickets-late-before-pause.ts';
import { tagRenamesMigration } from './0207-tag-renames.ts';
import { projectStatusWordsMigration } from './0208-project-status-words.ts';
import { ticketsOfStatusMigration } from './0209-tickets-of-status.ts';
import { formerStatusIndexMigration } from './0210-tickets-former-status-index.ts';
import { contactMovesMigration } from './0211-contact-moves.ts';
import { figureRecountsMigration } from './0212-figure-recounts.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0000-kit-tables': kitTablesMigration,
  '0001-ticket-settings': ticketSettingsMigration,
  '0002-tickets': ticketsMigration,
  '0050-replicas': replicasMigration,
  '0051-projects': projectsMigration,
  '0052-tags': tagsMigration,
  '0053-categories': categoriesMigration,
  '0054-unknown-locations': unknownLocationsMigration,
  '0055-sla-clocks': slaClocksMigration,
  '0056-ticket-templates': ticketTemplateMigration,
  '0057-recurring-tickets': recurringTicketMigration,
  '0058-ticket-documents': ticketDocumentsMigration,
  '0059-work-of-users': workOfUsersMigration,
  '0060-project-texts': projectTextsMigration,
  '0061-reference-types': referenceTypesMigration,
  '0062-channel-teams': channelTeamsMigration,
  '0063-stale-clocks': staleClocksMigration,
  '0064-outside-steps': outsideStepsMigration,
  '0065-editable-types': editableTypesMigration,
  '0066-figures': figuresMigration,
  '0067-ticket-orders': ticketOrdersMigration,
  '0068-ticket-indexes': ticketIndexesMigration,
  '0069-comment-mail': commentMailMigration,
  '0200-external-ids': externalIdsMigration,
  '0201-ticket-titles': ticketTitlesMigration,
  '0202-ticket-sorts': ticketSortsMigration,
  '0203-text-functions': textFunctionsMigration,
  '0204-client-contact-data': clientContactDataMigration,
  '0205-tickets-late-before-pause': lateBeforePauseMigration,
  '0207-tag-renames': tagRenamesMigration,
  '0208-project-status-words': projectStatusWordsMigration,
  '0209-tickets-of-status': ticketsOfStatusMigration,
  '0210-tickets-former-status-index': formerStatusIndexMigration,
  '0211-contact-moves': contactMovesMigration,
  '0212-figure-recounts': figureRecountsMigration,
};
