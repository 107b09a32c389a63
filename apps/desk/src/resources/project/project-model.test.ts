import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProjectDetails, ProjectStatus, ProjectTask, TaskStatusMapping } from '@psa/contracts-desk';
import { caller, type TestApi, type TestResponse, TestService } from '@psa/test-kit';
import fc from 'fast-check';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makePhase, makeProject, makeTask } from '../../testing/make-project.ts';

const OPERATIONS = [
  'add phase',
  'move phase',
  'delete phase',
  'add task',
  'move task',
  'put task into column',
  'tag task',
  'delete task',
  'add item',
  'tick item',
  'add dependency',
  'delete dependency',
  'add column',
  'flip column',
  'delete column',
  'set status',
  'copy',
] as const;
type Operation = (typeof OPERATIONS)[number];

/** Answers a command may be refused with: what it says is wrong or gone, or the state of the project does not allow it. */
const REFUSALS = new Set([400, 404, 409]);

describe('projects under any commands of several people at once', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());

  interface World {
    readonly staff: TestApi;
    readonly tenant: string;
    readonly project: string;
    readonly statuses: ProjectStatus[];
    /** Codes of the work breakdown structure that were ever seen, with whose they were. */
    readonly codes: Map<string, string>;
  }

  async function makeWorld(): Promise<World> {
    const me = caller();
    const staff = service.api(me);
    const { project_id: project } = await makeProject(staff);
    for (const phase of [await makePhase(staff, project), await makePhase(staff, project)])
      await makeTask(staff, phase, { estimated_hours: 2 });
    const statuses = (await staff.get('/api/v1/projects/statuses')).body.data as ProjectStatus[];
    return { staff, tenant: me.tenant, project, statuses, codes: new Map() };
  }

  /** @param first and @param second choose among what there is; null puts something first */
  async function perform({ staff, project, statuses }: World, operation: Operation, first: number, second: number): Promise<TestResponse> {
    const base = `/api/v1/projects/${project}`;
    const list = async <Row>(path: string) => (await staff.get(path, { query: { limit: '100' } })).body.data as Row[];
    const choose = <Row>(rows: readonly Row[], index: number): Row | undefined => rows[index % Math.max(rows.length, 1)];
    const { phases } = (await staff.get(base)).body.data as ProjectDetails;
    const phaseId = choose(phases, first)?.phase_id ?? randomUUID();
    const tasks = await list<ProjectTask>(`${base}/tasks`);
    const [task, other] = [choose(tasks, first), choose(tasks, second)];
    const taskPath = `/api/v1/projects/tasks/${task?.task_id ?? randomUUID()}`;
    const column = choose(await list<TaskStatusMapping>(`${base}/task-status-mappings`), second);
    const columnPath = `${base}/task-status-mappings/${column?.project_status_mapping_id ?? randomUUID()}`;
    switch (operation) {
      case 'add phase':
        return staff.post(`${base}/phases`, { phase_name: 'More' });
      case 'move phase':
        return staff.put(`${base}/phases/${phaseId}/move`, {
          after_phase_id: second === 0 ? null : (choose(phases, second)?.phase_id ?? null),
        });
      case 'delete phase':
        return staff.delete(`${base}/phases/${phaseId}`);
      case 'add task':
        return staff.post(`${base}/phases/${phaseId}/tasks`, { task_name: 'More', tags: ['cabling'] });
      case 'move task':
        return staff.put(`${taskPath}/move`, {
          phase_id: choose(phases, second)?.phase_id,
          after_task_id: second === 0 ? null : (other?.task_id ?? null),
        });
      case 'put task into column':
        return staff.put(taskPath, { project_status_mapping_id: column?.project_status_mapping_id ?? randomUUID() });
      case 'tag task':
        return staff.put(taskPath, { tags: ['cabling', 'urgent'].slice(0, second % 3) });
      case 'delete task':
        return staff.delete(taskPath);
      case 'add item':
        return staff.post(`${taskPath}/checklist`, { item_text: 'Ground floor' });
      case 'tick item': {
        const item = (await list<{ checklist_item_id: string }>(`${taskPath}/checklist`).catch(() => []))?.at(-1);
        return staff.put(`${taskPath}/checklist/${item?.checklist_item_id ?? randomUUID()}`, { is_completed: true });
      }
      case 'add dependency':
        return staff.post(`${taskPath}/dependencies`, { predecessor_task_id: other?.task_id ?? randomUUID() });
      case 'delete dependency': {
        const found = (
          await service.sql<{ id: string; task: string }>(
            'select dependency_id as id, successor_task_id as task from task_dependencies where project_id = $1 order by created_at limit 1',
            [project],
          )
        )[0];
        return staff.delete(`/api/v1/projects/tasks/${found?.task ?? randomUUID()}/dependencies/${found?.id ?? randomUUID()}`);
      }
      case 'add column':
        return staff.post(`${base}/task-status-mappings`, {
          custom_name: `Column ${randomUUID().slice(0, 4)}`,
          is_closed: second % 2 === 0,
          ...(second > 2 ? { phase_id: phaseId } : {}),
        });
      case 'flip column':
        return staff.put(columnPath, { is_closed: !(column?.is_closed ?? false) });
      case 'delete column':
        return staff.delete(columnPath);
      case 'set status':
        return staff.put(base, { status: choose(statuses, first)?.status_id });
      case 'copy':
        return staff.post(`${base}/copy`, {});
    }
  }

  /** What must hold whatever was done. Each row names something of which it does not. */
  const INVARIANTS: Readonly<Record<string, string>> = {
    'a task is in a phase of its project': `select t.task_id from project_tasks t join project_phases p on p.tenant = t.tenant and p.phase_id = t.phase_id
      where t.tenant = $1 and p.project_id <> t.project_id`,
    'a task stands in a column of its project, of all phases or of its own': `select t.task_id from project_tasks t
      join task_status_mappings m on m.tenant = t.tenant and m.project_status_mapping_id = t.project_status_mapping_id
      where t.tenant = $1 and (m.project_id <> t.project_id or m.phase_id <> t.phase_id)`,
    'a task is done when its column says so': `select t.task_id from project_tasks t
      join task_status_mappings m on m.tenant = t.tenant and m.project_status_mapping_id = t.project_status_mapping_id
      where t.tenant = $1 and m.is_closed <> (t.completed_at is not null)`,
    'a project is closed when its status says so': `select p.project_id from projects p join project_statuses s on s.tenant = p.tenant and s.status_id = p.status_id
      where p.tenant = $1 and s.is_closed <> (p.closed_at is not null)`,
    'dependencies are within one project': `select d.dependency_id from task_dependencies d
      join project_tasks one on one.tenant = d.tenant and one.task_id = d.predecessor_task_id
      join project_tasks other on other.tenant = d.tenant and other.task_id = d.successor_task_id
      where d.tenant = $1 and (one.project_id <> d.project_id or other.project_id <> d.project_id)`,
    'no task waits for itself': `with recursive walk as (
        select predecessor_task_id as start, successor_task_id as task from task_dependencies where tenant = $1
        union select walk.start, d.successor_task_id from walk join task_dependencies d on d.tenant = $1 and d.predecessor_task_id = walk.task)
      select start from walk where start = task`,
    'tags are kept with the task and in the index of tags': `select t.task_id from project_tasks t where t.tenant = $1
      and cardinality(t.tags) <> (select count(*) from tag_mappings m where m.tenant = t.tenant and m.tagged_type = 'project_task' and m.tagged_id = t.task_id)`,
    'no tag is left of what is gone': `select m.tagged_id from tag_mappings m where m.tenant = $1 and m.tagged_type = 'project_task'
      and not exists (select 1 from project_tasks t where t.tenant = m.tenant and t.task_id = m.tagged_id)`,
    'every project has an open column': `select p.project_id from projects p where p.tenant = $1 and not exists (
      select 1 from task_status_mappings m where m.tenant = p.tenant and m.project_id = p.project_id and m.phase_id is null and not m.is_closed)`,
  };

  async function assertConsistent({ staff, tenant, project, codes }: World): Promise<void> {
    for (const [name, statement] of Object.entries(INVARIANTS)) expect([name, await service.sql(statement, [tenant])]).toEqual([name, []]);
    const coded = await service.sql<{ id: string; code: string }>(
      `select phase_id as id, wbs_code as code from project_phases where tenant = $1
       union all select task_id, wbs_code from project_tasks where tenant = $1 union all select project_id, wbs_code from projects where tenant = $1`,
      [tenant],
    );
    for (const { id, code } of coded) {
      expect([code, codes.get(code) ?? id]).toEqual([code, id]);
      codes.set(code, id);
    }
    const [counted] = await service.sql<{ phases: number; tasks: number; done: number; hours: number }>(
      `select (select count(*)::int from project_phases where tenant = $1 and project_id = $2) as phases, count(*)::int as tasks,
        count(completed_at)::int as done, coalesce(sum(estimated_hours), 0) as hours from project_tasks where tenant = $1 and project_id = $2`,
      [tenant, project],
    );
    expect(((await staff.get(`/api/v1/projects/${project}`)).body.data as ProjectDetails).statistics).toMatchObject({
      total_phases: counted?.phases,
      total_tasks: counted?.tasks,
      completed_tasks: counted?.done,
      total_estimated_hours: counted?.hours,
    });
  }

  const versionsOf = (tenant: string) =>
    service.sql(
      `select 'project' as kind, project_id as id, version from projects where tenant = $1
       union all select 'phase', phase_id, version from project_phases where tenant = $1
       union all select 'task', task_id, version from project_tasks where tenant = $1
       union all select 'column', project_status_mapping_id, display_order from task_status_mappings where tenant = $1 order by 1, 2`,
      [tenant],
    );

  const batches = fc.array(fc.array(fc.tuple(fc.constantFrom(...OPERATIONS), fc.nat(5), fc.nat(5)), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 8,
  });

  it('keep their places, states, dependencies and figures consistent, and refuse without writing', async () => {
    await fc.assert(
      fc.asyncProperty(batches, async (steps) => {
        const world = await makeWorld();
        for (const batch of steps) {
          const before = await versionsOf(world.tenant);
          const answers = await Promise.all(batch.map(([operation, first, second]) => perform(world, operation, first, second)));
          for (const { status, text } of answers) if (status >= 300 && !REFUSALS.has(status)) throw new Error(`${status} ${text}`);
          if (answers.every(({ status }) => status >= 300)) expect(await versionsOf(world.tenant)).toEqual(before);
          await assertConsistent(world);
        }
        for (const events of Map.groupBy(await service.events(world.tenant), ({ subject }) => subject).values()) {
          const versions = events.map(({ aggregateversion }) => aggregateversion);
          expect(versions).toEqual([...versions].sort((one, other) => one - other));
        }
      }),
      { numRuns: 15 },
    );
  });
});
