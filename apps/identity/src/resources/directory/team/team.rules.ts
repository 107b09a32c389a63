/**
 * Who comes to a team and who goes when its members are set; whoever leads it is one in any case.
 * @param current ids of the members
 * @param wanted ids of all members from now on; undefined leaves them
 * @param managerId who leads it then
 */
export function planMembers(
  current: readonly string[],
  wanted: readonly string[] | undefined,
  managerId: string | null,
): { joining: string[]; leaving: string[] } {
  const next = new Set(wanted ?? current);
  if (managerId !== null) next.add(managerId);
  const there = new Set(current);
  return { joining: [...next].filter((id) => !there.has(id)), leaving: current.filter((id) => !next.has(id)) };
}
