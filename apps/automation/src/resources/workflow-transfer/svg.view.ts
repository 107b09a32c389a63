import type { Layout, PlacedStep } from './layout.rules.ts';
import { titleOf } from './layout.rules.ts';
import type { PathTaken } from './path-taken.rules.ts';

const BOX = { width: 190, height: 56 };
const GAP = { x: 50, y: 54 };
const MARGIN = 30;
const MAX_TITLE = 44;

const COLOURS: Readonly<Record<string, { fill: string; stroke: string }>> = {
  none: { fill: '#ffffff', stroke: '#64748b' },
  done: { fill: '#dcfce7', stroke: '#15803d' },
  failed: { fill: '#fee2e2', stroke: '#b91c1c' },
  active: { fill: '#dbeafe', stroke: '#1d4ed8' },
  undone: { fill: '#fef3c7', stroke: '#b45309' },
};

/** Draws a workflow; with the path an execution took, steps are coloured and ways are thick. */
export function drawSvg(title: string, { steps, edges, rows, columns }: Layout, path?: PathTaken): string {
  const width = 2 * MARGIN + columns * BOX.width + (columns - 1) * GAP.x;
  const height = 2 * MARGIN + rows * BOX.height + (rows - 1) * GAP.y;
  const byName = new Map(steps.map((step) => [step.name, step]));
  const lines = edges.map(({ from, to, label }) =>
    line(byName.get(from) as PlacedStep, byName.get(to) as PlacedStep, label, path?.ways.has(`${from} ${to}`) === true),
  );
  const boxes = steps.map((step) => box(step, path?.states.get(step.name) ?? 'none'));
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escape(title)}" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="13">
<title>${escape(title)}</title>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8z" fill="#64748b"/></marker></defs>
<rect width="100%" height="100%" fill="#f8fafc"/>
${lines.join('\n')}
${boxes.join('\n')}
</svg>
`;
}

const left = ({ column }: PlacedStep) => MARGIN + column * (BOX.width + GAP.x);
const top = ({ row }: PlacedStep) => MARGIN + row * (BOX.height + GAP.y);

function box(placed: PlacedStep, state: string): string {
  const { fill, stroke } = COLOURS[state] as { fill: string; stroke: string };
  const [x, y] = [left(placed), top(placed)];
  const text = shortened(titleOf(placed.name, placed.step));
  const radius = placed.step.type === 'end' ? BOX.height / 2 : placed.step.type === 'condition' ? 2 : 8;
  return `<g data-step="${escape(placed.name)}" data-state="${state}"><rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="${state === 'none' ? 1 : 2}"/><text x="${x + BOX.width / 2}" y="${y + 25}" text-anchor="middle" fill="#0f172a">${escape(text)}</text><text x="${x + BOX.width / 2}" y="${y + 43}" text-anchor="middle" fill="#475569" font-size="10">${placed.step.type.replaceAll('_', ' ')}</text></g>`;
}

function line(from: PlacedStep, to: PlacedStep, label: string, isTaken: boolean): string {
  const goesDown = to.row > from.row;
  const [x1, y1] = goesDown ? [left(from) + BOX.width / 2, top(from) + BOX.height] : [left(from) + BOX.width, top(from) + BOX.height / 2];
  const [x2, y2] = goesDown ? [left(to) + BOX.width / 2, top(to)] : [left(to) + BOX.width, top(to) + BOX.height / 2];
  // What leads back goes around on the right.
  const bend = goesDown ? `${x1} ${y1 + GAP.y / 2} ${x2} ${y2 - GAP.y / 2}` : `${x1 + GAP.x} ${y1} ${x2 + GAP.x} ${y2}`;
  const style = isTaken ? 'stroke="#15803d" stroke-width="3"' : 'stroke="#94a3b8" stroke-width="1.5"';
  const text =
    label === '' ? '' : `<text x="${(x1 + x2) / 2 + 6}" y="${(y1 + y2) / 2}" fill="#475569" font-size="10">${escape(label)}</text>`;
  return `<g data-way="${escape(`${from.name} ${to.name}`)}"${isTaken ? ' data-taken="true"' : ''}><path d="M${x1} ${y1}C${bend} ${x2} ${y2}" fill="none" ${style} marker-end="url(#arrow)"/>${text}</g>`;
}

function shortened(text: string): string {
  return text.length <= MAX_TITLE / 1.6 ? text : `${text.slice(0, MAX_TITLE / 1.6 - 1)}…`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escape(text: string): string {
  // Control characters are not allowed in XML.
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, '').replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] as string);
}
