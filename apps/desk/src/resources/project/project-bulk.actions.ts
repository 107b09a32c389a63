import { ApiError, invalidField } from '@psa/contract-kit';
import type { UpdateProject } from '@psa/contracts-desk';
import { ExternalIds } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../../desk-app.ts';
import { changeProject } from './project.actions.ts';
import { type ProjectRow, projectRows } from './project.records.ts';
import { requireReferences } from './project.references.ts';

const externalIds = new ExternalIds('projects');

export interface BulkItem {
  readonly project_id: string;
  readonly data: UpdateProject;
}

/**
 * Changes projects all together or not at all.
 * @param list name of the input's list and, where its elements are objects, of the id in them, for naming faults
 * @throws VALIDATION_ERROR naming what is unknown, named twice or at fault; CONFLICT
 */
export async function updateProjects(
  db: Db,
  ports: Ports,
  items: readonly BulkItem[],
  list: { name: string; id?: string },
): Promise<ProjectRow[]> {
  const at = (index: number) => [list.name, index, ...(list.id === undefined ? [] : [list.id])];
  const indexOf = (id: string) => items.findIndex(({ project_id }) => project_id === id);
  items.forEach(({ project_id }, index) => {
    if (indexOf(project_id) < index) throw invalidField(at(index), 'is named twice', 'duplicate');
  });
  const known = await findProjects(db, items);
  for (const [index, { project_id, data }] of items.entries()) {
    const project = known.get(project_id);
    if (project === undefined) throw invalidField(at(index), 'is not a project of this tenant', 'unknown_reference');
    await requireReferences(db, ports, data, project).catch((error: unknown) => {
      throw located(error, list, index);
    });
  }
  return db.transaction(async (tx) => {
    // In one order everywhere, so that two bulk changes of the same projects cannot wait for each other.
    for (const { project_id, data } of [...items].sort((one, other) => (one.project_id < other.project_id ? -1 : 1))) {
      await changeWithExternalIds(tx, project_id, data).catch((error: unknown) => {
        throw located(error, list, indexOf(project_id));
      });
    }
    const rows = await findProjects(tx, items);
    return items.map(({ project_id }) => rows.get(project_id) as ProjectRow);
  });
}

async function changeWithExternalIds(tx: Tx, projectId: string, { external_ids, ...changes }: UpdateProject): Promise<void> {
  await changeProject(tx, projectId, changes);
  if (external_ids !== undefined) await externalIds.replace(tx, projectId, external_ids);
}

async function findProjects(db: Db, items: readonly BulkItem[]): Promise<Map<string, ProjectRow>> {
  const rows = await projectRows(db)
    .where(
      'projects.project_id',
      'in',
      items.map(({ project_id }) => project_id),
    )
    .execute();
  return new Map(rows.map((row) => [row.project_id, row]));
}

/** Says which of the projects an error is about. */
function located(error: unknown, list: { name: string; id?: string }, index: number): unknown {
  if (!(error instanceof ApiError)) return error;
  const at = [list.name, index];
  if (error.code === 'NOT_FOUND') return invalidField(list.id === undefined ? at : [...at, list.id], 'is gone', 'unknown_reference');
  if (!Array.isArray(error.details)) return error;
  // Where the list names ids alone, what they are changed to stands beside it.
  if (list.id === undefined) return error;
  const issues = error.details as { path: (string | number)[] }[];
  return new ApiError(
    error.code,
    error.message,
    issues.map((issue) => ({ ...issue, path: [...at, 'data', ...issue.path] })),
  );
}
