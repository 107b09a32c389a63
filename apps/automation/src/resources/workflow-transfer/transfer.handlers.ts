import { conflict } from '@psa/contract-kit';
import { type WorkflowDefinition, workflowTransferRoutes } from '@psa/contracts-automation';
import { Download } from '@psa/http-kit';
import { type Db, handlers } from '../../automation-app.ts';
import { foldHistory } from '../workflow/fold-history.ts';
import { type ExecutionRow, findVersion, readHistory, requireExecution, requireRegistration } from '../workflow/workflow.records.ts';
import { drawMermaid } from './draw-mermaid.ts';
import { drawSvg } from './draw-svg.ts';
import { exportWorkflow, importWorkflows } from './import-workflows.actions.ts';
import { layOut } from './layout.rules.ts';
import { type PathTaken, pathTaken } from './path-taken.rules.ts';

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
    return picture(execution.workflow_name, execution.definition, query.format, await pathOf(db, execution, execution.definition));
  },
  exportWorkflow: async ({ db, params, query }) => {
    const row = await requireRegistration(db, params.id);
    const type = query.format === 'yaml' ? 'application/yaml' : 'application/json';
    return new Download(`${type}; charset=utf-8`, exportWorkflow(row, query.format), `workflow.${query.format}`);
  },
  importWorkflows: async ({ db, ports, principal, body }) => ({ data: await importWorkflows(db, ports, principal, body) }),
});

async function pathOf(db: Db, { execution_id, status }: ExecutionRow, definition: WorkflowDefinition): Promise<PathTaken> {
  const history = await readHistory(db, execution_id);
  const fold = foldHistory(definition, history);
  const active = [...fold.tokens.values()].map(({ step }) => step);
  return pathTaken(history, active, status === 'failed' ? 'failed' : status === 'completed' ? 'done' : 'active');
}

function picture(title: string, definition: WorkflowDefinition, format: 'svg' | 'mermaid', path?: PathTaken): Download {
  const layout = layOut(definition);
  return format === 'mermaid'
    ? new Download('text/plain; charset=utf-8', drawMermaid(layout, path))
    : new Download('image/svg+xml; charset=utf-8', drawSvg(title, layout, path));
}
