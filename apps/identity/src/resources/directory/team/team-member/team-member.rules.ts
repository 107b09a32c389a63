import { conflict, invalidField } from '@psa/contract-kit';
import { MAX_TEAM_MEMBERS } from '@psa/contracts-identity';

/** Where in the input a user stands, by their place in the list. */
export type PathOf = (index: number) => (string | number)[];

/** @throws VALIDATION_ERROR naming the first who cannot be in a team */
export function requireEligible(userIds: readonly string[], eligible: ReadonlySet<string>, path: PathOf): void {
  const index = userIds.findIndex((id) => !eligible.has(id));
  if (index !== -1) throw invalidField(path(index), "is not an active user of the MSP's own people", 'unknown_reference');
}

/** Who comes to a team and who is there already; somebody named twice counts once. */
export function splitJoining(current: readonly string[], named: readonly string[]): { joining: string[]; already: string[] } {
  const there = new Set(current);
  const distinct = [...new Set(named)];
  return { joining: distinct.filter((id) => !there.has(id)), already: distinct.filter((id) => there.has(id)) };
}

/** @throws VALIDATION_ERROR when a team would have more members than a team has */
export function requireRoom(members: number, path: (string | number)[]): void {
  if (members > MAX_TEAM_MEMBERS) throw invalidField(path, `a team has at most ${MAX_TEAM_MEMBERS} members`, 'too_many');
}

/** @throws CONFLICT when the manager would leave the team they lead */
export function requireNotManager(team: { manager_id: string | null }, userId: string): void {
  if (team.manager_id === userId) throw conflict('The manager of a team cannot leave it: let another lead it first');
}
