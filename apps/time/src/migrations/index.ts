import type { Migration } from '@psa/postgres-kit';
import { kitTablesMigration } from './0000-kit-tables.ts';
import { timePeriodMigration } from './0001-time-periods.ts';
import { replicasMigration } from './0002-replicas.ts';
import { timeEntriesMigration } from './0003-time-entries.ts';
import { closedPeriodsMigration } from './0004-closed-periods.ts';
import { timePeriodSettingsMigration } from './0005-time-period-settings.ts';
import { schedulesMigration } from './0006-schedules.ts';
import { workingHoursMigration } from './0007-working-hours.ts';
import { datesOfPeopleMigration } from './0008-dates-of-people.ts';
import { expectedSheetsMigration } from './0009-expected-sheets.ts';
import { entryRatesMigration } from './0010-entry-rates.ts';
import { contractLineReplicasMigration } from './0011-contract-line-replicas.ts';
import { channelsOfTicketsMigration } from './0012-channels-of-tickets.ts';
import { externalIdsMigration } from './0200-external-ids.ts';

/** In the order of their names; a released one never changes. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0000-kit-tables': kitTablesMigration,
  '0001-time-periods': timePeriodMigration,
  '0002-replicas': replicasMigration,
  '0003-time-entries': timeEntriesMigration,
  '0004-closed-periods': closedPeriodsMigration,
  '0005-time-period-settings': timePeriodSettingsMigration,
  '0006-schedules': schedulesMigration,
  '0007-working-hours': workingHoursMigration,
  '0008-dates-of-people': datesOfPeopleMigration,
  '0009-expected-sheets': expectedSheetsMigration,
  '0010-entry-rates': entryRatesMigration,
  '0011-contract-line-replicas': contractLineReplicasMigration,
  '0012-channels-of-tickets': channelsOfTicketsMigration,
  '0200-external-ids': externalIdsMigration,
};
