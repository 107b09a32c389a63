import type { TeamPerson } from '@psa/contracts-identity';
import { statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { Tables, TeamsTable } from '../../../tables.ts';

export type TeamRecord = Selectable<TeamsTable>;
/** A team with its manager's names and its active members. */
export type TeamRow = TeamRecord & {
  manager_name: string | null;
  manager_email: string | null;
  member_count: number;
  members: TeamPerson[];
};

/** First and last name as one, or the name to sign in with. @param user alias of the users */
export function fullNameOf(user: string) {
  return sql<string>`coalesce(nullif(concat_ws(' ', nullif(trim(${sql.ref(`${user}.first_name`)}), ''), nullif(trim(${sql.ref(`${user}.last_name`)}), '')), ''),
    ${sql.ref(`${user}.username`)})`;
}

/** Teams with their managers and the number of their active members: the base of every read. */
export function teamRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('teams')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('users')
          .select([fullNameOf('users').as('manager_name'), 'users.email as manager_email'])
          .whereRef('users.tenant', '=', 'teams.tenant')
          .whereRef('users.user_id', '=', 'teams.manager_id')
          .as('manager'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('team_members')
          .innerJoin('users', (join) =>
            join.onRef('users.tenant', '=', 'team_members.tenant').onRef('users.user_id', '=', 'team_members.user_id'),
          )
          .select(sql<number>`count(*)`.as('member_count'))
          .whereRef('team_members.tenant', '=', 'teams.tenant')
          .whereRef('team_members.team_id', '=', 'teams.team_id')
          .where('users.is_inactive', '=', false)
          .as('having'),
      (join) => join.onTrue(),
    );
}

/** What a team is shown with beside its own columns. */
const members = sql<TeamPerson[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('user_id', person.user_id, 'username', person.username, 'email', person.email,
    'first_name', person.first_name, 'last_name', person.last_name) order by person.first_name, person.last_name, person.user_id), '[]')
  from team_members member join users person on person.tenant = member.tenant and person.user_id = member.user_id and not person.is_inactive
  where member.tenant = teams.tenant and member.team_id = teams.team_id)`;

/** Columns of a {@link TeamRow}. */
export function withMembers(rows: ReturnType<typeof teamRows>) {
  return rows.selectAll('teams').select(['manager.manager_name', 'manager.manager_email', 'having.member_count', members.as('members')]);
}

const findStatement = statement<Tables>()((db, p: { team_id: string }) => withMembers(teamRows(db)).where('teams.team_id', '=', p.team_id));

export function findTeam(db: Db, teamId: string): Promise<TeamRow | undefined> {
  return db.first(findStatement, { team_id: teamId });
}

/** Teams by their ids, in no order. */
export function findTeams(db: Db, teamIds: readonly string[]): Promise<TeamRow[]> {
  return withMembers(teamRows(db))
    .where((eb) => eb('teams.team_id', '=', eb.fn.any(eb.val([...teamIds]))))
    .execute();
}

export async function teamExists(db: Db, teamId: string): Promise<boolean> {
  return (await db.selectFrom('teams').select('team_id').where('team_id', '=', teamId).executeTakeFirst()) !== undefined;
}

/** Reads a team and keeps others from changing it until the transaction ends. */
export function lockTeam(tx: Tx, teamId: string): Promise<TeamRecord | undefined> {
  return tx.selectFrom('teams').selectAll().where('team_id', '=', teamId).forUpdate().executeTakeFirst();
}

export async function countTeams(tx: Tx): Promise<number> {
  const { teams } = await tx
    .selectFrom('teams')
    .select(sql<number>`count(*)`.as('teams'))
    .executeTakeFirstOrThrow();
  return teams;
}

/** @returns undefined when there is a team of that name */
export function insertTeam(tx: Tx, team: Insertable<TeamsTable>): Promise<TeamRecord | undefined> {
  return tx
    .insertInto('teams')
    .values(team)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes the changes and raises the version by as many facts as are told of. */
export function updateTeamRow(tx: Tx, teamId: string, changes: Updateable<TeamsTable>, facts: number): Promise<TeamRecord> {
  return tx
    .updateTable('teams')
    .set({ ...changes, version: sql`version + ${facts}::integer`, updated_at: sql`now()` })
    .where('team_id', '=', teamId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Lets the teams below one stand for themselves. */
export function freeSubteams(tx: Tx, teamId: string): Promise<TeamRecord[]> {
  return tx
    .updateTable('teams')
    .set({ parent_team_id: null, version: sql`version + 1`, updated_at: sql`now()` })
    .where('parent_team_id', '=', teamId)
    .returningAll()
    .execute();
}

/** Deletes a team; its members and grants go by foreign keys. */
export async function deleteTeamRow(tx: Tx, teamId: string): Promise<void> {
  await tx.deleteFrom('teams').where('team_id', '=', teamId).execute();
}
