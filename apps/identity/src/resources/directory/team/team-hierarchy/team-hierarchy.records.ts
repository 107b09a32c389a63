import { sql } from 'kysely';
import type { Db, Tx } from '../../../../identity-app.ts';
import { teamRows } from '../team.records.ts';
import type { ForestRow } from './team-forest.view.ts';

/** All teams by name; a tenant has only so many. */
export function findForestRows(db: Db): Promise<ForestRow[]> {
  return teamRows(db)
    .select(['teams.team_id', 'teams.team_name', 'teams.manager_id', 'manager.manager_name', 'teams.parent_team_id', 'having.member_count'])
    .orderBy(sql`lower(teams.team_name)`)
    .orderBy('teams.team_id')
    .execute();
}

/** Where a team would stand under another. */
export interface Position {
  /** Whether the other is the team itself or stands below it. */
  readonly is_below: boolean;
  /** Teams from the other up to its root, itself included. */
  readonly depth: number;
  /** Teams from the team down to the lowest below it, itself included. */
  readonly height: number;
}

// `union` instead of `union all`: the walks end even where a circle came in by other ways.
const POSITION = `with recursive
  up (team_id, level) as (
    select $2::uuid, 1
    union
    select teams.parent_team_id, up.level + 1 from up join teams on teams.tenant = $1 and teams.team_id = up.team_id
    where teams.parent_team_id is not null and up.level <= $4),
  down (team_id, level) as (
    select $3::uuid, 1
    union
    select teams.team_id, down.level + 1 from down join teams on teams.tenant = $1 and teams.parent_team_id = down.team_id where down.level <= $4)
  select exists (select from up where team_id = $3::uuid) as is_below, (select max(level) from up) as depth, (select max(level) from down) as height`;

/** @param parentId the other @param teamId the team @param most levels looked at */
export async function findPosition(tx: Tx, parentId: string, teamId: string, most: number): Promise<Position> {
  const { rows } = await tx.execute<Position>({ text: POSITION, name: 'psa_team_position' }, [tx.tenant, parentId, teamId, most]);
  return rows[0] as Position;
}
