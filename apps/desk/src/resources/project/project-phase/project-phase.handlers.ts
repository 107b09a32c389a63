import { notFound } from '@psa/contract-kit';
import { projectPhaseRoutes } from '@psa/contracts-desk';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../../desk-app.ts';
import { findProject } from '../project.records.ts';
import { createPhase, deletePhase, movePhase, updatePhase } from './project-phase.actions.ts';
import { findPhase, findPhases, type PhaseRecord } from './project-phase.records.ts';
import { toProjectPhase } from './project-phase.view.ts';

const answer = (row: PhaseRecord) => versioned({ data: toProjectPhase(row) }, row.version);

export const projectPhaseHandlers = handlers(projectPhaseRoutes, {
  listProjectPhases: async ({ db, params }) => {
    const [project, phases] = await Promise.all([findProject(db, params.id), findPhases(db, params.id)]);
    if (project === undefined) throw notFound('Project');
    return { data: phases.map(toProjectPhase) };
  },

  createProjectPhase: async ({ db, params, body }) => {
    const row = await createPhase(db, params.id, body);
    return versioned({ data: toProjectPhase(row) }, row.version, `/api/v1/projects/${params.id}/phases/${row.phase_id}`);
  },

  getProjectPhase: async ({ db, params }) => {
    const row = await findPhase(db, params.projectId, params.phaseId);
    if (row === undefined) throw notFound('Project phase');
    return answer(row);
  },

  updateProjectPhase: async ({ db, params, body, ifMatch }) =>
    answer(await updatePhase(db, params.projectId, params.phaseId, body, ifMatch)),

  moveProjectPhase: async ({ db, params, body, ifMatch }) =>
    answer(await movePhase(db, params.projectId, params.phaseId, body.after_phase_id, ifMatch)),

  deleteProjectPhase: ({ db, params, ifMatch }) => deletePhase(db, params.projectId, params.phaseId, ifMatch),
});
