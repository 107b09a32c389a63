import { conflict, notFound } from '@psa/contract-kit';
import {
  CreateRegistration,
  type CreateWorkflowTemplate,
  type UpdateWorkflowTemplate,
  type UseWorkflowTemplate,
} from '@psa/contracts-automation';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { createRegistration } from '../workflow/registration.actions.ts';
import type { RegistrationRow } from '../workflow/workflow.records.ts';
import { findTemplate, MAX_TEMPLATES } from '../workflow-template/find-template.records.ts';
import {
  changeTemplate,
  countTemplates,
  deleteTemplateRow,
  findTemplateByName,
  insertTemplate,
  lockTemplate,
  type TemplateRow,
} from '../workflow-template/template.records.ts';

/** @throws CONFLICT when the name is taken or there are too many */
export function createTemplate(db: Db, principal: Principal, input: CreateWorkflowTemplate): Promise<TemplateRow> {
  return db.transaction(async (tx) => {
    await assertNameFree(tx, input.name);
    if ((await countTemplates(tx)) >= MAX_TEMPLATES) throw conflict(`There are ${MAX_TEMPLATES} templates`);
    const { version: template_version, definition, parameter_schema, default_parameters, ui_metadata, ...members } = input;
    return insertTemplate(tx, {
      ...members,
      description: input.description ?? null,
      category: input.category ?? null,
      template_id: uuidv7(),
      template_version,
      definition: JSON.stringify(definition),
      parameter_schema: parameter_schema ? JSON.stringify(parameter_schema) : null,
      default_parameters: JSON.stringify(default_parameters),
      ui_metadata: JSON.stringify(ui_metadata),
      created_by: principal.userId,
    });
  });
}

/** @throws NOT_FOUND, CONFLICT for one of the product and for a name that is taken, PRECONDITION_FAILED */
export function updateTemplate(db: Db, id: string, input: UpdateWorkflowTemplate, accepted?: Accepted): Promise<TemplateRow> {
  return db.transaction(async (tx) => {
    const row = await lockTemplate(tx, id);
    demandVersion(accepted, row.version);
    if (input.name !== undefined && input.name.toLowerCase() !== row.name.toLowerCase()) await assertNameFree(tx, input.name);
    const { version, definition, parameter_schema, default_parameters, ui_metadata, ...members } = input;
    const json = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value === null ? null : JSON.stringify(value) });
    return changeTemplate(tx, id, {
      ...members,
      ...(version === undefined ? {} : { template_version: version }),
      ...json('definition', definition),
      ...json('parameter_schema', parameter_schema),
      ...json('default_parameters', default_parameters),
      ...json('ui_metadata', ui_metadata),
    });
  });
}

/** @throws NOT_FOUND, CONFLICT for one of the product, PRECONDITION_FAILED */
export function deleteTemplate(db: Db, id: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await lockTemplate(tx, id);
    demandVersion(accepted, row.version);
    await deleteTemplateRow(tx, id);
  });
}

/** Makes a workflow of a template. @throws NOT_FOUND, VALIDATION_ERROR for its parameters and its definition, FORBIDDEN, CONFLICT */
export async function useTemplate(
  db: Db,
  ports: Ports,
  principal: Principal,
  id: string,
  input: UseWorkflowTemplate,
): Promise<RegistrationRow> {
  const found = await findTemplate(db, id);
  if (found === undefined) throw notFound('Template');
  const { name, description, category, tags } = found.template;
  const given = {
    name: input.name ?? name,
    description,
    category,
    tags,
    status: input.status,
    parameters: input.parameters,
    source_template_id: id,
  };
  return createRegistration(db, ports, principal, CreateRegistration.parse(given));
}

async function assertNameFree(tx: Tx, name: string): Promise<void> {
  if ((await findTemplateByName(tx, name)) !== undefined) throw conflict('There is a template of this name');
}
