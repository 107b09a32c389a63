import type { WorkflowDefinition, WorkflowStep } from '@psa/contracts-automation';

/** A way from one step to another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
}

export interface PlacedStep {
  readonly name: string;
  readonly step: WorkflowStep;
  /** Row from the top, and place in it from the left. */
  readonly row: number;
  readonly column: number;
}

/** Where a workflow's steps stand in a picture. */
export interface Layout {
  readonly steps: readonly PlacedStep[];
  readonly edges: readonly Edge[];
  readonly rows: number;
  readonly columns: number;
}

const LABELS: Readonly<Record<string, string>> = {
  next: '',
  then: 'yes',
  else: 'no',
  on_error: 'error',
  on_timeout: 'time-out',
  on_expired: 'expired',
};

/** Every way a step may lead on. */
export function edgesOf({ steps }: WorkflowDefinition): Edge[] {
  return Object.entries(steps).flatMap(([from, step]) => {
    const members = step as Partial<Record<string, unknown>>;
    const named = Object.entries(LABELS).flatMap(([member, label]) => {
      const to = members[member];
      return typeof to === 'string' && Object.hasOwn(steps, to)
        ? [{ from, to, label: step.type === 'parallel' && member === 'next' ? 'all done' : label }]
        : [];
    });
    const branches = step.type === 'parallel' ? step.branches.map((to) => ({ from, to, label: 'branch' })) : [];
    return [...branches, ...named];
  });
}

/** Rows by how far a step is from the start; within a row in the order in which they are reached. */
export function layOut(definition: WorkflowDefinition): Layout {
  const edges = edgesOf(definition);
  const rowOf = new Map<string, number>([[definition.start, 0]]);
  const open = [definition.start];
  for (let name = open.shift(); name !== undefined; name = open.shift()) {
    const row = (rowOf.get(name) ?? 0) + 1;
    for (const { to } of edges.filter(({ from }) => from === name)) {
      if (rowOf.has(to)) continue;
      rowOf.set(to, row);
      open.push(to);
    }
  }
  const taken = new Map<number, number>();
  const names = [...new Set([...rowOf.keys(), ...Object.keys(definition.steps)])].filter((name) => Object.hasOwn(definition.steps, name));
  const steps = names.map((name): PlacedStep => {
    const step = definition.steps[name] as WorkflowStep;
    const row = rowOf.get(name) ?? 0;
    const column = taken.get(row) ?? 0;
    taken.set(row, column + 1);
    return { name, step, row, column };
  });
  return {
    steps,
    edges,
    rows: Math.max(...steps.map(({ row }) => row)) + 1,
    columns: Math.max(...taken.values()),
  };
}

/** What people read on a step. */
export function titleOf(name: string, step: WorkflowStep): string {
  return 'title' in step && typeof step.title === 'string' ? step.title : name.replaceAll('_', ' ');
}
