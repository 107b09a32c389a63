import { interpolate } from '@psa/conditions';
import { conflict } from '@psa/contract-kit';
import { type WorkflowDefinition, type WorkflowStep, workflowTransferRoutes } from '@psa/contracts-automation';
import { Download } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { foldHistory, type WorkflowFold } from '../workflow/fold-history.rules.ts';
import type { HistoryEntry } from '../workflow/history.ts';
import { executionContext } from '../workflow/execution-context.ts';
import { type ExecutionRow, findVersion, readHistory, requireExecution, requireRegistration } from '../workflow/workflow.records.ts';
import { drawMermaid } from './mermaid.view.ts';
import { drawSvg } from './svg.view.ts';
import { exportAsCsv, exportWorkflow, importWorkflows } from './import-workflows.actions.ts';
import { layOut } from './layout.rules.ts';
import { type PathTaken, pathTaken } from './path-taken.rules.ts';

const MAX_TITLE = 255;
const NO_CODE = 'The workflow has no code: there is nothing to draw';

export const workflowTransferHandlers = handlers(workflowTransferRoutes, {
  getWorkflowDiagram: async ({ db, params, query }) => {
    const registration = await requireRegistration(db, params.id);
    const version = await findVersion(db, registration, undefined);
    if (!version?.definition) throw conflict(NO_CODE);
    return picture(registration.name, version.definition, query.format);
  },
  getWorkflowExecutionDiagram: async ({ db, params, query }) => {
    const execution = await requireExecution(db, params.id);
    if (execution.definition === null) throw conflict(NO_CODE);
    const history = await readHistory(db, execution.execution_id);
    const fold = foldHistory(execution.definition, history);
    const shown = withFilledTitles(execution.definition, { ...executionContext(execution), steps: fold.outputs });
    return picture(execution.workflow_name, shown, query.format, pathOf(execution, history, fold));
  },
  exportWorkflow: async ({ db, params, query }) => {
    const row = await requireRegistration(db, params.id);
    if (query.format === 'csv') return new Download('text/csv; charset=utf-8', exportAsCsv(row), 'workflow.csv');
    const type = query.format === 'yaml' ? 'application/yaml' : 'application/json';
    return new Download(`${type}; charset=utf-8`, exportWorkflow(row, query.format), `workflow.${query.format}`);
  },
  importWorkflows: async ({ db, ports, principal, body }) => ({ data: await importWorkflows(db, ports, principal, body) }),
});

function pathOf({ status }: ExecutionRow, history: readonly HistoryEntry[], fold: WorkflowFold): PathTaken {
  const active = [...fold.tokens.values()].map(({ step }) => step);
  return pathTaken(history, active, status === 'failed' ? 'failed' : status === 'completed' ? 'done' : 'active');
}

/** Titles as the execution's tasks show them; a placeholder without a value yet stays as it is. */
function withFilledTitles(definition: WorkflowDefinition, seen: Record<string, unknown>): WorkflowDefinition {
  const steps = Object.entries(definition.steps).map(([name, step]): [string, WorkflowStep] =>
    'title' in step && step.title !== undefined
      ? [name, { ...step, title: String(interpolate(step.title, seen, { missing: 'keep' })).slice(0, MAX_TITLE) }]
      : [name, step],
  );
  return { ...definition, steps: Object.fromEntries(steps) };
}

function picture(title: string, definition: WorkflowDefinition, format: 'svg' | 'mermaid', path?: PathTaken): Download {
  const layout = layOut(definition);
  return format === 'mermaid'
    ? new Download('text/plain; charset=utf-8', drawMermaid(layout, path))
    : new Download('image/svg+xml; charset=utf-8', drawSvg(title, layout, path));
}
