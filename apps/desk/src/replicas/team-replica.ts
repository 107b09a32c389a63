import { Replica } from '@psa/postgres-kit';
import type { Db, Ports } from '../desk-app.ts';
import type { TeamCopy } from './replica.tables.ts';

export const teamReplica = new Replica<TeamCopy, 'team_id'>({
  table: 'team_replicas',
  key: 'team_id',
  unknown: { team_name: '' },
  called: 'a team of this tenant',
});

/**
 * Checks that a team exists. A transaction that misses the team runs again after identity was asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireTeam(db: Db, ports: Ports, teamId: string, field: string | (string | number)[] = 'team_id'): Promise<void> {
  await teamReplica.require(db, teamId, field, () => ports.directory.team(db.context, teamId));
}
