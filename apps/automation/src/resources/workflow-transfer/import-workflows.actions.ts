import { ApiError, conflict, type Issue } from '@psa/contract-kit';
import { CreateRegistration, type ImportWorkflows, type ImportWorkflowsResult, type UpdateRegistration } from '@psa/contracts-automation';
import { csvLines, type Principal } from '@psa/http-kit';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { addRegistration, applyChange, type JudgedRegistration, judgeChange, judgeRegistration } from '../workflow/registration.actions.ts';
import { findRegistrationByName, lockRegistration, type RegistrationRow } from '../workflow/workflow.records.ts';

/** Workflows of one import. */
const MAX_WORKFLOWS = 50;
/** Aliases of a document: more would be a bomb. */
const MAX_ALIASES = 100;

const Exported = z.object({
  name: z.string().min(1).max(255),
  description: z.string().nullish(),
  category: z.string().nullish(),
  tags: z.array(z.string()).optional(),
  version: z.string().optional(),
  status: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  definition: z.record(z.string(), z.unknown()).nullish(),
});
type Exported = z.infer<typeof Exported>;

/** A workflow as a file. */
export function exportWorkflow(row: RegistrationRow, format: 'json' | 'yaml'): string {
  const exported = exportedOf(row);
  return format === 'yaml' ? stringify(exported) : `${JSON.stringify(exported, null, 2)}\n`;
}

const CSV_COLUMNS = ['name', 'description', 'category', 'tags', 'version', 'parameters', 'definition'];

/** A workflow as a line of a table: lists and objects are JSON text. */
export function exportAsCsv(row: RegistrationRow): AsyncIterable<string> {
  const { tags, parameters, definition, ...members } = exportedOf(row);
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value));
  const line = { ...members, tags: tags?.join(', '), parameters: json(parameters), definition: json(definition) };
  return csvLines(
    CSV_COLUMNS,
    (async function* () {
      yield [line];
    })(),
  );
}

function exportedOf({ name, description, category, tags, parameters, workflow_version: version, code }: RegistrationRow): Exported {
  const definition = code === null ? null : (JSON.parse(code) as Exported['definition']);
  return { name, description, category, tags, version, parameters, definition };
}

/** Takes workflows from a file: all of them, or none. @throws VALIDATION_ERROR naming which is wrong, CONFLICT for names that are taken */
export async function importWorkflows(
  db: Db,
  ports: Ports,
  principal: Principal,
  input: ImportWorkflows,
): Promise<z.infer<typeof ImportWorkflowsResult>> {
  const judged: JudgedRegistration[] = [];
  for (const [index, workflow] of readWorkflows(input).entries())
    judged.push(await inPlace(index, () => judgeOne(db, ports, principal, workflow, input)));
  const results = await db
    .transaction(async (tx) => {
      const done: z.infer<typeof ImportWorkflowsResult>['results'] = [];
      for (const [index, workflow] of judged.entries())
        done.push(await inPlace(index, () => importOne(tx, ports, principal, workflow, input)));
      if (input.validate_only) throw new OnlyValidated(done);
      return done;
    })
    .catch((error: unknown) => {
      if (error instanceof OnlyValidated)
        return error.results.map((result) => (result.action === 'created' ? { ...result, registration_id: null } : result));
      throw error;
    });
  return { validate_only: input.validate_only, results };
}

/** Ends the transaction of an import that only looks: nothing of it stays. */
class OnlyValidated extends Error {
  readonly results: z.infer<typeof ImportWorkflowsResult>['results'];

  constructor(results: z.infer<typeof ImportWorkflowsResult>['results']) {
    super('nothing is kept');
    this.results = results;
  }
}

/** Reads a workflow and looks whether it may be taken: outside of the transaction, because other services are asked. */
async function judgeOne(
  db: Db,
  ports: Ports,
  principal: Principal,
  workflow: Exported,
  input: ImportWorkflows,
): Promise<JudgedRegistration> {
  const { name, definition, parameters, ...members } = workflow;
  const code = definition === null || definition === undefined ? null : JSON.stringify(definition);
  const given = CreateRegistration.safeParse({ ...members, name, code, parameters: parameters ?? {}, status: 'draft' });
  if (!given.success)
    throw invalid(given.error.issues.map(({ code: kind, path, message }) => ({ code: kind, path: path as Issue['path'], message })));
  const judged = await judgeRegistration(db, ports, principal, given.data);
  const existing = await findRegistrationByName(db, name);
  if (existing !== undefined) await judgeChange(db, ports, principal, existing, changeBy(judged, input));
  return judged;
}

async function importOne(tx: Tx, ports: Ports, principal: Principal, judged: JudgedRegistration, input: ImportWorkflows) {
  const { name } = judged.input;
  const existing = await findRegistrationByName(tx, name);
  if (existing === undefined) {
    const { registration_id } = await addRegistration(tx, principal, judged);
    return { name, action: 'created' as const, registration_id };
  }
  if (!input.overwrite_existing && !input.create_new_versions) throw conflict(`There is a workflow ${name}`);
  const before = await lockRegistration(tx, existing.registration_id);
  const row = await applyChange(tx, ports, principal, before, changeBy(judged, input));
  const action = row.version_id === before.version_id && !input.overwrite_existing ? ('unchanged' as const) : ('updated' as const);
  return { name, action, registration_id: row.registration_id };
}

/** What an import changes of a workflow of the same name. */
function changeBy({ input: given, code }: JudgedRegistration, { overwrite_existing }: ImportWorkflows): UpdateRegistration {
  const { description, category, tags, version, parameters } = given;
  return overwrite_existing
    ? { description: description ?? null, category: category ?? null, tags, code, parameters, version }
    : { code, parameters, version };
}

function readWorkflows({ content, format }: ImportWorkflows): Exported[] {
  let read: unknown;
  try {
    read = format === 'yaml' ? parse(content, { maxAliasCount: MAX_ALIASES }) : JSON.parse(content);
  } catch (error) {
    throw invalid([
      { code: 'invalid_content', path: [], message: `must be ${format.toUpperCase()}: ${(error as Error).message.slice(0, 200)}` },
    ]);
  }
  const list = Array.isArray(read) ? read : [read];
  if (list.length > MAX_WORKFLOWS) throw invalid([{ code: 'too_big', path: [], message: `must hold at most ${MAX_WORKFLOWS} workflows` }]);
  const parsed = z.array(Exported).min(1).safeParse(list);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ code, path, message }) => ({ code, path: path as Issue['path'], message })));
}

function invalid(issues: readonly Issue[]): ApiError {
  return new ApiError(
    'VALIDATION_ERROR',
    undefined,
    issues.map((issue) => ({ ...issue, path: ['content', ...issue.path] })),
  );
}

/** Says which of the workflows an error is about. */
async function inPlace<T>(index: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'VALIDATION_ERROR' || !Array.isArray(error.details)) throw error;
    const issues = error.details as Issue[];
    throw invalid(issues.map((issue) => ({ ...issue, path: [index, ...issue.path.filter((part, at) => at > 0 || part !== 'content')] })));
  }
}
