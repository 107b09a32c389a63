import { type Layout, titleOf } from './layout.rules.ts';
import type { PathTaken } from './path-taken.rules.ts';

/** Writes a workflow as text that Mermaid draws; ways an execution took are thick. */
export function drawMermaid({ steps, edges }: Layout, path?: PathTaken): string {
  // Names such as `end` mean something to Mermaid: steps are numbered.
  const idOf = new Map(steps.map(({ name }, index) => [name, `s${index}`]));
  const boxes = steps.map(({ name, step }) => {
    const text = `"${quoted(titleOf(name, step))}"`;
    if (step.type === 'condition') return `  ${idOf.get(name)}{${text}}`;
    return step.type === 'end' ? `  ${idOf.get(name)}([${text}])` : `  ${idOf.get(name)}[${text}]`;
  });
  const ways = edges.map(({ from, to, label }) => {
    const arrow = path?.ways.has(`${from} ${to}`) === true ? '==>' : '-->';
    return `  ${idOf.get(from)} ${arrow}${label === '' ? '' : `|${label}|`} ${idOf.get(to)}`;
  });
  const classes = steps.flatMap(({ name }) => {
    const state = path?.states.get(name);
    return state === undefined ? [] : [`  class ${idOf.get(name)} ${state}`];
  });
  const colours = ['done fill:#dcfce7', 'failed fill:#fee2e2', 'active fill:#dbeafe', 'undone fill:#fef3c7'].map(
    (one) => `  classDef ${one}`,
  );
  return ['flowchart TD', ...boxes, ...ways, ...(path === undefined ? [] : [...colours, ...classes]), ''].join('\n');
}

function quoted(text: string): string {
  return text.replaceAll(/["#;<>\n\r]/g, (letter) => `#${letter.codePointAt(0)};`);
}
