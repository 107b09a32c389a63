import { placeholdersOf } from '@psa/conditions';
import type { Issue } from '@psa/contract-kit';
import type { WorkflowDefinition, WorkflowStep } from '@psa/contracts-automation';
import { nearestName } from '../rule/nearest-name.ts';

type Path = (string | number)[];

/** What every step sees. */
const ROOTS = ['context', 'parameters', 'execution', 'now', 'steps'];

/** Placeholders and fields of conditions that lead nowhere: the step sees nothing of that name, or no step is called so. */
export function placeholderIssues({ steps }: WorkflowDefinition): Issue[] {
  return Object.entries(steps).flatMap(([name, step]) =>
    pathsIn(step).flatMap(({ path, at }) => {
      const [root, member] = path.split('.') as [string, string | undefined];
      const place = ['steps', name, ...at];
      const roots = rootsAt(step, at);
      if (!roots.includes(root))
        return [{ code: 'unknown_path', path: place, message: `${path} leads nowhere: it must begin with one of ${roots.join(', ')}` }];
      return root !== 'steps' || member === undefined || Object.hasOwn(steps, member)
        ? []
        : [{ code: 'unknown_step', path: place, message: noStep(member, Object.keys(steps)) }];
    }),
  );
}

/** Says that a step does not exist, and which is called nearly so. */
export function noStep(name: string, names: readonly string[]): string {
  // Names of a letter or two are like any other.
  const nearest = name.length > 2 ? nearestName(name, names) : undefined;
  return `There is no step ${name}${nearest === undefined ? '' : `; did you mean ${nearest}?`}`;
}

function rootsAt({ type }: WorkflowStep, [member]: Path): readonly string[] {
  if (type === 'wait_for_event' && member === 'conditions') return [...ROOTS, 'event'];
  return type === 'for_each' && member === 'context_data' ? [...ROOTS, 'item', 'index'] : ROOTS;
}

/** Every path a step reads and where it stands. Forms, values of conditions and scripts are used as they are. */
function pathsIn(step: WorkflowStep): { path: string; at: Path }[] {
  const { form: _form, conditions = [], ...filled } = step as { form?: unknown; conditions?: readonly { field: string }[] };
  return [
    ...conditions.map(({ field }, index) => ({ path: field, at: ['conditions', index, 'field'] })),
    ...placeholdersOf(filled).filter(({ at }) => at.at(-1) !== 'script_content'),
  ];
}
