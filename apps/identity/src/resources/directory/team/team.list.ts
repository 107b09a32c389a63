import type { TeamListQuery, TeamSearchQuery } from '@psa/contracts-identity';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import { type TeamRow, teamRows, withMembers } from './team.records.ts';

const order: ListOrder = {
  columns: {
    team_name: 'teams.team_name',
    team_id: 'teams.team_id',
    manager_id: 'teams.manager_id',
    manager_name: 'manager.manager_name',
    member_count: 'having.member_count',
    created_at: 'teams.created_at',
    updated_at: 'teams.updated_at',
  },
  nullable: new Set(['manager_id', 'manager_name']),
  id: { ref: 'teams.team_id', name: 'team_id' },
};

/** One page of the teams that pass every filter. */
export function listTeams(db: Db, query: Partial<TeamListQuery> & TeamSearchQuery): Promise<Page<TeamRow>> {
  const matching = matchingTeams(db, query);
  return readPage<TeamRow>(withMembers(matching) as never, order, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}

function matchingTeams(db: Db, query: Partial<TeamListQuery> & TeamSearchQuery) {
  const { manager_id, member_id, has_manager, created_from, created_to, updated_from, updated_to } = query;
  let rows = teamRows(db);
  for (const text of [query.team_name, query.search, query.query])
    if (text) rows = rows.where('teams.team_name', 'ilike', containsPattern(text));
  if (manager_id !== undefined) rows = rows.where('teams.manager_id', '=', manager_id);
  if (has_manager !== undefined) rows = rows.where('teams.manager_id', has_manager ? 'is not' : 'is', null);
  if (created_from !== undefined) rows = rows.where('teams.created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('teams.created_at', '<=', created_to);
  if (updated_from !== undefined) rows = rows.where('teams.updated_at', '>=', updated_from);
  if (updated_to !== undefined) rows = rows.where('teams.updated_at', '<=', updated_to);
  if (member_id !== undefined) {
    rows =
      rows.where(sql<SqlBool>`exists (select from team_members belonging where belonging.tenant = teams.tenant and belonging.team_id = teams.team_id
      and belonging.user_id = ${member_id})`);
  }
  return rows;
}
