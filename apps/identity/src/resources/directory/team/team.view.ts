import type { Team } from '@psa/contracts-identity';
import type { TeamRecord, TeamRow } from './team.records.ts';

export function teamPath(teamId: string): string {
  return `/api/v1/teams/${teamId}`;
}

/** A team as the API shows it. */
export function toTeam({ version: _, ...row }: TeamRow): Team {
  const self = teamPath(row.team_id);
  return {
    ...row,
    _links: {
      self: { href: self, method: 'GET' },
      update: { href: self, method: 'PUT' },
      delete: { href: self, method: 'DELETE' },
      members: { href: `${self}/members`, method: 'GET' },
      permissions: { href: `${self}/permissions`, method: 'GET' },
      projects: { href: `${self}/projects`, method: 'GET' },
      analytics: { href: `${self}/analytics`, method: 'GET' },
    },
  };
}

/** What events tell of a team. */
export function teamFacts({ team_id, team_name, manager_id, parent_team_id }: TeamRecord) {
  return { team_id, team_name, manager_id, parent_team_id };
}
