import { conflict, invalidField } from '@psa/contract-kit';
import {
  type CreateRegistration,
  type RegistrationStatus,
  TaskForm,
  type UpdateRegistration,
  type WorkflowDefinition,
} from '@psa/contracts-automation';
import { type Accepted, demandPermissions, demandVersion, type Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { findTemplate } from '../workflow-template/find-template.records.ts';
import { countUse } from '../workflow-template/template.records.ts';
import { completeAnswer } from './task-form.rules.ts';
import { requireDefinitionReferences } from './definition.references.ts';
import { parseDefinition, permissionsOfDefinition } from './definition.rules.ts';
import {
  changeRegistration,
  deleteRegistrationRow,
  hasOpenExecutions,
  insertRegistration,
  insertVersionRow,
} from './registration.records.ts';
import { findRegistrationByName, lockRegistration, type RegistrationRow, requireRegistration } from './workflow.records.ts';

/** A workflow as it is to be written, judged outside of the transaction that writes it. */
export interface JudgedRegistration {
  readonly input: CreateRegistration;
  readonly code: string | null;
  readonly parameters: Record<string, unknown>;
  readonly definition: WorkflowDefinition | null;
}

/** Creates a workflow with its first version. @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT when the name is taken */
export async function createRegistration(db: Db, ports: Ports, principal: Principal, input: CreateRegistration): Promise<RegistrationRow> {
  const judged = await judgeRegistration(db, ports, principal, input);
  return db.transaction((tx) => addRegistration(tx, principal, judged));
}

/** Looks whether a workflow may be created. Not within a transaction: other services are asked. @throws VALIDATION_ERROR, FORBIDDEN */
export async function judgeRegistration(
  db: Db,
  ports: Ports,
  principal: Principal,
  input: CreateRegistration,
): Promise<JudgedRegistration> {
  const { code, parameters } = await withTemplate(db, input);
  if (input.status === 'published') demandPermissions(principal, ['workflow:publish']);
  const definition = judge(ports, principal, code);
  if (definition !== null) await requireDefinitionReferences(db, ports, principal, definition, parameters);
  return { input, code, parameters, definition };
}

/** Adds a workflow with its first version. @throws CONFLICT when the name is taken */
export async function addRegistration(
  tx: Tx,
  principal: Principal,
  { input, code, parameters, definition }: JudgedRegistration,
): Promise<RegistrationRow> {
  const { name, tags, status, version: workflow_version } = input;
  await assertNameFree(tx, name);
  const row = await insertRegistration(tx, {
    registration_id: uuidv7(),
    name,
    description: input.description ?? null,
    category: input.category ?? null,
    tags,
    status,
    source_template_id: input.source_template_id ?? null,
    code,
    parameters: JSON.stringify(parameters),
    workflow_version,
    version_id: uuidv7(),
    runs_as: principal.userId,
    created_by: principal.userId,
  });
  await insertVersion(tx, row, definition, null, principal);
  if (typeof input.source_template_id === 'string') countUse(tx, input.source_template_id);
  return row;
}

/** What a workflow takes from the template it is made of. @throws VALIDATION_ERROR for an unknown template and for its parameters */
async function withTemplate(
  db: Db,
  { source_template_id, code = null, parameters }: CreateRegistration,
): Promise<{ code: string | null; parameters: Record<string, unknown> }> {
  if (typeof source_template_id !== 'string') return { code, parameters };
  const found = await findTemplate(db, source_template_id);
  if (found === undefined) throw invalidField('source_template_id', 'is no template');
  const { definition, default_parameters, parameter_schema } = found.template;
  const complete = { ...default_parameters, ...parameters };
  const filled = parameter_schema === null ? complete : completeAnswer(TaskForm.parse(parameter_schema), complete, 'parameters');
  return { code: code ?? JSON.stringify(definition), parameters: filled };
}

/** Changes a workflow; other code, parameters or another version make a new version, and what runs stays on its own. */
export async function updateRegistration(
  db: Db,
  ports: Ports,
  principal: Principal,
  id: string,
  input: UpdateRegistration,
  accepted?: Accepted,
): Promise<RegistrationRow> {
  await judgeChange(db, ports, principal, await requireRegistration(db, id), input);
  return db.transaction(async (tx) => {
    const row = await lockRegistration(tx, id);
    demandVersion(accepted, row.version);
    return applyChange(tx, ports, principal, row, input);
  });
}

/** Looks whether a workflow may be changed. Not within a transaction: other services are asked. @throws VALIDATION_ERROR, FORBIDDEN */
export async function judgeChange(
  db: Db,
  ports: Ports,
  principal: Principal,
  row: RegistrationRow,
  input: UpdateRegistration,
): Promise<void> {
  const { code, parameters, takesOver } = changeOf(principal, row, input);
  const definition = takesOver ? judge(ports, principal, code) : null;
  if (definition !== null) await requireDefinitionReferences(db, ports, principal, definition, parameters);
}

/** Changes a workflow that the transaction has locked. @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT when the name is taken */
export async function applyChange(
  tx: Tx,
  ports: Ports,
  principal: Principal,
  row: RegistrationRow,
  input: UpdateRegistration,
): Promise<RegistrationRow> {
  const { code, parameters, status, workflow_version, isNewVersion, takesOver } = changeOf(principal, row, input);
  const definition = judge(ports, principal, takesOver ? code : null);
  if (input.name !== undefined && input.name.toLowerCase() !== row.name.toLowerCase()) await assertNameFree(tx, input.name);
  const changed = await changeRegistration(tx, row.registration_id, {
    name: input.name ?? row.name,
    description: input.description === undefined ? row.description : input.description,
    category: input.category === undefined ? row.category : input.category,
    tags: input.tags ?? row.tags,
    status,
    code,
    parameters: JSON.stringify(parameters),
    workflow_version,
    ...(isNewVersion ? { version_id: uuidv7() } : {}),
    ...(takesOver ? { runs_as: principal.userId } : {}),
  });
  if (isNewVersion) await insertVersion(tx, changed, definition, input.changelog ?? null, principal);
  return changed;
}

/** What becomes of a workflow. @throws FORBIDDEN when it is published that way, or a new version of it is, and the caller may not publish */
function changeOf(principal: Principal, row: RegistrationRow, input: UpdateRegistration) {
  const code = input.code === undefined ? row.code : input.code;
  const parameters = input.parameters ?? row.parameters;
  const { version: workflow_version = row.workflow_version, status = row.status } = input;
  const isNewVersion =
    code !== row.code || workflow_version !== row.workflow_version || JSON.stringify(parameters) !== JSON.stringify(row.parameters);
  const isPublished = status === 'published' && (row.status !== 'published' || isNewVersion);
  if (isPublished || (row.status === 'published' && isNewVersion)) demandPermissions(principal, ['workflow:publish']);
  // Whoever writes code or activates a workflow is who it runs for.
  const takesOver = isNewVersion || (status !== row.status && isRunnable(status));
  return { code, parameters, workflow_version, status, isNewVersion, takesOver };
}

/** Deletes a workflow with its versions; what it did stays. @throws CONFLICT while executions are open */
export function deleteRegistration(db: Db, id: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockRegistration(tx, id);
    demandVersion(accepted, row.version);
    if (await hasOpenExecutions(tx, id)) throw conflict('The workflow has executions that have not ended');
    await deleteRegistrationRow(tx, id);
  });
}

/** Whether executions may begin. */
export function isRunnable(status: RegistrationStatus): boolean {
  return status === 'active' || status === 'published';
}

function judge({ offered }: Ports, principal: Principal, code: string | null): WorkflowDefinition | null {
  if (code === null) return null;
  const definition = parseDefinition(code, offered);
  demandPermissions(principal, permissionsOfDefinition(definition));
  return definition;
}

async function assertNameFree(tx: Tx, name: string): Promise<void> {
  if ((await findRegistrationByName(tx, name)) !== undefined) throw conflict('There is a workflow of this name');
}

async function insertVersion(
  tx: Tx,
  row: RegistrationRow,
  definition: WorkflowDefinition | null,
  changelog: string | null,
  principal: Principal,
): Promise<void> {
  const { version_id, registration_id, workflow_version, code, parameters } = row;
  await insertVersionRow(tx, {
    version_id,
    registration_id,
    workflow_version,
    code,
    definition: definition === null ? null : JSON.stringify(definition),
    parameters: JSON.stringify(parameters),
    changelog,
    created_by: principal.userId,
  });
}
