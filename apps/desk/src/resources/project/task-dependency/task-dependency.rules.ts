interface Edge {
  readonly predecessor_task_id: string;
  readonly successor_task_id: string;
}

/** Whether one more dependency would make a task wait for itself. */
export function makesCircle(edges: readonly Edge[], predecessorId: string, successorId: string): boolean {
  const predecessorsOf = Map.groupBy(edges, (edge) => edge.successor_task_id);
  const seen = new Set<string>();
  const waiting = [predecessorId];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === successorId) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const edge of predecessorsOf.get(id) ?? []) waiting.push(edge.predecessor_task_id);
  }
  return false;
}
