import { invalidField } from '@psa/contract-kit';
import type { Db, Ports } from '../desk-app.ts';

/**
 * Checks that a team exists. Call it outside of a transaction: identity may have to be asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireTeam(db: Db, ports: Ports, teamId: string, field = 'team_id'): Promise<void> {
  const find = () => db.selectFrom('team_replicas').select('is_deleted').where('team_id', '=', teamId).executeTakeFirst();
  let found = await find();
  if (found === undefined) {
    const facts = await ports.directory.team(db.context, teamId);
    if (facts !== null) {
      await keepTeam(db, facts, facts.version);
      found = await find();
    }
  }
  if (found === undefined || found.is_deleted) throw invalidField(field, 'is not a team of this tenant', 'unknown_reference');
}

/** Takes over a fact about a team unless a newer one is known. */
export async function keepTeam(db: Db, fact: { team_id: string; team_name: string }, version: number): Promise<void> {
  const { team_id, team_name } = fact;
  const known = { team_name, is_deleted: false, version };
  await db
    .insertInto('team_replicas')
    .values({ team_id, ...known })
    .onConflict((row) => row.columns(['tenant', 'team_id']).doUpdateSet(known).where('team_replicas.version', '<', version))
    .execute();
}

/** Remembers that a team is gone, so that an older event does not bring it back. */
export async function forgetTeam(db: Db, teamId: string, version: number): Promise<void> {
  await db
    .insertInto('team_replicas')
    .values({ team_id: teamId, team_name: '', is_deleted: true, version })
    .onConflict((row) =>
      row.columns(['tenant', 'team_id']).doUpdateSet({ is_deleted: true, version }).where('team_replicas.version', '<', version),
    )
    .execute();
}
