import type { Db, Tx } from '../desk-app.ts';

/** Keeps whether a user is in a team, unless something newer is known. */
export async function keepTeamMember(
  tx: Tx,
  { team_id, user_id }: { team_id: string; user_id: string },
  is_member: boolean,
  version: number,
): Promise<void> {
  await tx
    .insertInto('team_members')
    .values({ team_id, user_id, is_member, version })
    .onConflict((row) =>
      row.columns(['tenant', 'team_id', 'user_id']).doUpdateSet({ is_member, version }).where('team_members.version', '<', version),
    )
    .execute();
}

/** The teams a user is in. */
export async function teamsOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('team_members').select('team_id').where('user_id', '=', userId).where('is_member', '=', true).execute();
  return rows.map(({ team_id }) => team_id);
}
