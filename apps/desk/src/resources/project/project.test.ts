import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { projectEvents } from '@psa/contracts-desk';
import { caller, eventually, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { aProject, makeFullProject, makePhase, makeProject, makeTask } from '../../testing/make-project.ts';

describe('projects', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(deskService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const told = async () => (await service.events(me.tenant)).map(({ type }) => type.replace(/^psa\.desk\.|\.v1$/g, ''));

  describe('creating', () => {
    it('gives number, code, default status and the standard columns', async () => {
      const first = await makeProject(api);
      const second = await makeProject(api, { create_default_phase: true });
      expect(first).toMatchObject({
        project_number: 'PROJECT0001',
        wbs_code: '1',
        status_name: 'Planned',
        is_closed: false,
        client_name: 'Acme',
      });
      expect(second).toMatchObject({ project_number: 'PROJECT0002', wbs_code: '2', phases: [{ wbs_code: '2.1' }] });
      const columns = await api.get(`/api/v1/projects/${first.project_id}/task-status-mappings`);
      expect(columns.body.data.map((column: { status_name: string }) => column.status_name)).toEqual([
        'To Do',
        'In Progress',
        'In Review',
        'Blocked',
        'Done',
      ]);
      expect(await told()).toEqual(['project.created', 'project.created', 'project_phase.created']);
    });

    it('keeps every member', async () => {
      const body = aProject({
        project_name: 'Branch move',
        description: 'Everything',
        start_date: '2026-03-01',
        end_date: '2026-04-01T12:00:00+02:00',
        status: 'on_hold',
        assigned_to: randomUUID(),
        budgeted_hours: 12.5,
        tags: ['B', ' a ', 'b'],
      });
      expect(await makeProject(api, body)).toMatchObject({
        ...body,
        start_date: '2026-03-01T00:00:00.000Z',
        end_date: '2026-04-01T10:00:00.000Z',
        status: expect.any(String),
        status_name: 'On Hold',
        assigned_user_name: 'Ada Lovelace',
        tags: ['b', 'a'],
      });
    });

    it.each([
      ['an end before the start', { start_date: '2026-03-02', end_date: '2026-03-01' }, ['end_date']],
      ['an unknown client', { client_id: `${UNKNOWN}0000-4000-8000-000000000000` }, ['client_id']],
      ['an unknown user', { assigned_to: `${UNKNOWN}0000-4000-8000-000000000000` }, ['assigned_to']],
      ['an unknown contact', { contact_name_id: randomUUID() }, ['contact_name_id']],
      ['an unknown status', { status: randomUUID() }, ['status']],
      ['a 21st tag', { tags: Array.from({ length: 21 }, (_, index) => `tag ${index}`) }, ['tags']],
    ])('refuses %s', async (_, given, path) => {
      const { status, body } = await api.post('/api/v1/projects', aProject(given));
      expect({ status, path: body.error?.details?.[0]?.path as unknown }).toEqual({ status: 400, path });
      expect(await told()).toEqual([]);
    });

    it('gives each of many at once its own number and code', async () => {
      const made = await Promise.all(Array.from({ length: 12 }, () => makeProject(api)));
      expect(new Set(made.map(({ project_number }) => project_number)).size).toBe(12);
      expect(made.map(({ wbs_code }) => Number(wbs_code)).sort((one, other) => one - other)).toEqual(
        Array.from({ length: 12 }, (_, index) => index + 1),
      );
    });

    it('skips numbers given by hand, and refuses one that is taken', async () => {
      await makeProject(api, { project_number: 'project0001' });
      expect((await makeProject(api)).project_number).toBe('PROJECT0002');
      expect((await api.post('/api/v1/projects', aProject({ project_number: 'Project0002' }))).status).toBe(409);
    });
  });

  describe('changing', () => {
    it('publishes what happened, and nothing where nothing did', async () => {
      const { project_id: id } = await makeProject(api);
      const change = (body: object) => api.put(`/api/v1/projects/${id}`, body);
      expect((await change({ status: 'completed', assigned_to: randomUUID() })).body.data).toMatchObject({
        is_closed: true,
        closed_at: expect.any(String),
      });
      await change({ status: 'completed' });
      expect((await change({ status: 'active' })).body.data).toMatchObject({ is_closed: false, closed_at: null });
      expect((await told()).slice(1)).toEqual([
        'project.updated',
        'project.status_changed',
        'project.assigned',
        'project.closed',
        'project.updated',
        'project.status_changed',
        'project.reopened',
      ]);
    });

    it('publishes its tasks anew with its name and client', async () => {
      const { project, first, second } = await makeFullProject(api);
      const before = await told();
      const client_id = randomUUID();
      await api.put(`/api/v1/projects/${project.project_id}`, { client_id, project_name: 'Merged branches', description: 'Both' });
      const events = (await service.events(me.tenant)).slice(before.length);
      expect((await told()).slice(before.length)).toEqual(['project.updated', 'project_task.updated', 'project_task.updated']);
      for (const { task_id } of [first, second])
        expect(events.find(({ data }) => data.task_id === task_id)?.data).toMatchObject({
          client_id,
          project_name: 'Merged branches',
          changed: ['client_id', 'project_name'],
        });
      await api.put(`/api/v1/projects/${project.project_id}`, { description: 'One' });
      expect((await told()).slice(before.length + 3)).toEqual(['project.updated']);
    });

    it('gives a task that moves to another phase a code of that phase', async () => {
      const { project, first } = await makeFullProject(api);
      const other = await makePhase(api, project.project_id);
      const move = { phase_id: other.phase_id, after_task_id: null };
      const moved = await api.put(`/api/v1/projects/tasks/${first.task_id}/move`, move);
      expect(moved.body.data).toMatchObject({ phase_id: other.phase_id, wbs_code: `${other.wbs_code}.1` });
    });

    it('applies tags as tags', async () => {
      const { project_id } = await makeProject(api, { tags: ['a', 'b'] });
      await api.put(`/api/v1/projects/${project_id}`, { tags: ['b', 'c'] });
      const { body } = await api.get(`/api/v1/tags/entity/project/${project_id}`);
      expect(body.data.tags.map((tag: { tag_text: string }) => tag.tag_text)).toEqual(['b', 'c']);
    });

    it('lets each status be one of the tenant', async () => {
      const made = await api.post('/api/v1/projects/statuses', { status_name: 'Waiting', is_default: true });
      const project = await makeProject(api);
      expect(project).toMatchObject({ status: made.body.data.status_id, status_name: 'Waiting' });
      const refused = await api.delete(`/api/v1/projects/statuses/${made.body.data.status_id}`);
      expect({ status: refused.status, details: refused.body.error.details }).toMatchObject({
        status: 409,
        details: { dependencies: [{ type: 'project', count: 1 }] },
      });
    });
  });

  describe('listing', () => {
    it.each([
      [{ project_name: 'move' }, ['Move']],
      [{ search: 'fibre' }, ['Cabling']],
      [{ status: 'completed' }, ['Cabling']],
      [{ is_closed: 'false' }, ['Move']],
      [{ is_active: 'true' }, ['Cabling', 'Move']],
      [{ has_assignment: 'true' }, ['Move']],
      [{ start_date_from: '2026-03-01', start_date_to: '2026-03-31' }, ['Move']],
      [{ end_date_to: '2026-01-31' }, ['Cabling']],
      [{ budgeted_hours_min: '10', budgeted_hours_max: '20.5' }, ['Move']],
      [{ tags: 'B,zzz' }, ['Move']],
      [{ wbs_code: '2' }, ['Cabling']],
      [{ client_name: 'acme', sort: 'project_name', order: 'desc' }, ['Move', 'Cabling']],
    ])('filters by %j', async (query, names) => {
      await makeProject(api, {
        project_name: 'Move',
        assigned_to: randomUUID(),
        start_date: '2026-03-05',
        budgeted_hours: 20.5,
        tags: ['b'],
      });
      await makeProject(api, { project_name: 'Cabling', description: '100% Fibre', status: 'completed', end_date: '2026-01-31' });
      const { status, body } = await api.get('/api/v1/projects', { query: { sort: 'project_name', order: 'asc', ...query } });
      expect({ status, names: body.data?.map((row: { project_name: string }) => row.project_name), total: body.pagination?.total }).toEqual(
        {
          status: 200,
          names,
          total: names.length,
        },
      );
    });

    it("shows people of a client the client's shared projects alone", async () => {
      const client_id = randomUUID();
      const shared = await makeProject(api, { client_id, shared_with_client: true });
      const kept = await makeProject(api, { client_id });
      await makeProject(api, { shared_with_client: true });
      const portal = service.api({ ...me, userId: randomUUID(), userType: 'client', clientId: client_id });
      expect((await portal.get('/api/v1/projects')).body).toMatchObject({
        data: [{ project_id: shared.project_id }],
        pagination: { total: 1 },
      });
      expect((await portal.get(`/api/v1/projects/${kept.project_id}`)).status).toBe(404);
      expect((await portal.get('/api/v1/projects/stats')).status).toBe(403);
    });

    it('keeps tags and planned hours for staff', async () => {
      const client_id = randomUUID();
      const { project_id } = await makeProject(api, { client_id, shared_with_client: true, tags: ['risky'], budgeted_hours: 40 });
      const portal = service.api({ ...me, userId: randomUUID(), userType: 'client', clientId: client_id });
      const hidden = { tags: [], budgeted_hours: null, actual_hours: 0 };
      expect((await portal.get('/api/v1/projects')).body.data).toMatchObject([hidden]);
      expect((await portal.get(`/api/v1/projects/${project_id}`)).body.data).toMatchObject(hidden);
      for (const filter of ['tags=risky', 'budgeted_hours_min=30', 'sort=budgeted_hours', 'budgeted_hours.gt=30'])
        expect((await portal.get(`/api/v1/projects?${filter}`)).status).toBe(400);
    });

    it('searches in the named fields', async () => {
      const { project_id } = await makeProject(api, { description: 'A 50% discount' });
      await makeProject(api, { is_inactive: true, description: '50% off' });
      const found = async (query: Record<string, string>) =>
        (await api.get('/api/v1/projects/search', { query })).body.data.map((row: { project_id: string }) => row.project_id) as string[];
      expect(await found({ query: '50%' })).toEqual([project_id]);
      expect(await found({ query: '50%', include_inactive: 'true' })).toHaveLength(2);
      expect(await found({ query: '50%', fields: 'project_name,client_name' })).toEqual([]);
    });

    it('exports CSV and JSON with phases and tasks', async () => {
      const { project, first } = await makeFullProject(api, { project_name: '=1+1' });
      const csv = await api.get('/api/v1/projects/export', { query: { fields: 'project_number,project_name,tags' } });
      expect(csv.text).toBe("project_number,project_name,tags\r\nPROJECT0001,'=1+1,branch\r\n");
      const json = await api.get('/api/v1/projects/export', { query: { format: 'json', include_tasks: 'true', fields: 'project_id' } });
      expect(json.body.data).toMatchObject([{ project_id: project.project_id, phases: [{ tasks: [{ task_id: first.task_id }, {}] }] }]);
      expect((await api.get('/api/v1/projects/export', { query: { format: 'xlsx' } })).status).toBe(400);
    });

    it('counts', async () => {
      const client_id = randomUUID();
      await makeProject(api, { client_id, end_date: '2020-01-01', budgeted_hours: 10 });
      await makeProject(api, { client_id, status: 'completed', end_date: '2020-01-01', budgeted_hours: 5.5 });
      await makeProject(api, { status: 'cancelled' });
      const { data } = (await api.get('/api/v1/projects/stats')).body;
      expect(data).toMatchObject({
        total_projects: 3,
        active_projects: 1,
        completed_projects: 1,
        cancelled_projects: 1,
        on_hold_projects: 0,
        overdue_projects: 1,
        total_budgeted_hours: 15.5,
        projects_created_this_month: 3,
        projects_completed_this_month: 1,
        average_project_duration: 0,
      });
      expect(data.projects_by_client[client_id]).toBe(2);
      expect(Object.values(data.projects_by_status)).toEqual([1, 1, 1]);
    });
  });

  describe('statuses', () => {
    interface Status {
      status_id: string;
      status_name: string;
    }
    const statuses = async () => (await api.get('/api/v1/projects/statuses')).body.data as Status[];
    const at = ({ status_id }: Status) => `/api/v1/projects/statuses/${status_id}`;

    it('mean the same under another name', async () => {
      const named = new Map((await statuses()).map((status) => [status.status_name, status]));
      for (const [name, other] of [
        ['On Hold', 'Pausiert'],
        ['Cancelled', 'Abgebrochen'],
      ] as const)
        expect((await api.put(at(named.get(name) as Status), { status_name: other })).status).toBe(200);
      await makeProject(api, { status: 'on_hold' });
      expect(await makeProject(api, { status: 'cancelled' })).toMatchObject({ status_name: 'Abgebrochen', is_closed: true });
      expect((await api.get('/api/v1/projects', { query: { status: 'on_hold' } })).body.data).toMatchObject([{ status_name: 'Pausiert' }]);
      expect((await api.get('/api/v1/projects/stats')).body.data).toMatchObject({
        on_hold_projects: 1,
        cancelled_projects: 1,
        completed_projects: 0,
      });
    });

    it('publish each change, also of the one that is no longer the default', async () => {
      const [first] = (await statuses()) as [Status];
      const { data: made } = (await api.post('/api/v1/projects/statuses', { status_name: 'Sales' })).body;
      await api.put(at(made), { is_default: true });
      await api.put(at(first), { is_default: true });
      await api.delete(at(made));
      expect(
        (await service.events(me.tenant)).map(({ type, data, aggregateversion }) => [
          type,
          data.status_id,
          data.is_default,
          aggregateversion,
        ]),
      ).toEqual([
        ['psa.desk.project_status.created.v1', made.status_id, false, 1],
        ['psa.desk.project_status.updated.v1', first.status_id, false, 2],
        ['psa.desk.project_status.updated.v1', made.status_id, true, 2],
        ['psa.desk.project_status.updated.v1', made.status_id, false, 3],
        ['psa.desk.project_status.updated.v1', first.status_id, true, 3],
        ['psa.desk.project_status.deleted.v1', made.status_id, undefined, 4],
      ]);
    });
  });

  describe('bulk changes', () => {
    it('happen to all or to none', async () => {
      const ids = [(await makeProject(api)).project_id, (await makeProject(api)).project_id];
      const done = await api.put('/api/v1/projects/bulk-status', { project_ids: ids, status: 'in_progress' });
      expect(done.body.data).toMatchObject(ids.map((project_id) => ({ project_id, status_name: 'In Progress' })));

      const external_ids = [{ source: 'crm', id: 'P-1' }];
      const linked = await api.put('/api/v1/projects/bulk-update', { projects: [{ project_id: ids[0], data: { external_ids } }] });
      expect(linked.status).toBe(200);
      expect((await api.get(`/api/v1/projects/${ids[0]}`)).body.data.external_ids).toEqual(external_ids);

      const before = await told();
      const refused = await api.put('/api/v1/projects/bulk-update', {
        projects: [
          { project_id: ids[0], data: { project_name: 'Other' } },
          { project_id: ids[1], data: { start_date: '2026-02-01', end_date: '2026-01-01' } },
        ],
      });
      expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({
        status: 400,
        path: ['projects', 1, 'data', 'end_date'],
      });
      const unknown = await api.put('/api/v1/projects/bulk-assign', { project_ids: [ids[0], randomUUID()], assigned_to: null });
      expect({ status: unknown.status, path: unknown.body.error.details[0].path }).toEqual({ status: 400, path: ['project_ids', 1] });
      expect(await told()).toEqual(before);
    });
  });

  describe('a copy', () => {
    it('has phases, tasks, checklists and dependencies, with all dates shifted', async () => {
      const { project, first } = await makeFullProject(api);
      const done = (await api.get(`/api/v1/projects/${project.project_id}/task-status-mappings`)).body.data[4].project_status_mapping_id;
      await api.put(`/api/v1/projects/tasks/${first.task_id}`, { project_status_mapping_id: done });
      const { status, body } = await api.post(`/api/v1/projects/${project.project_id}/copy`, {
        start_date: '2026-03-11',
        project_name: 'Second branch',
      });
      expect(status).toBe(201);
      expect(body.data).toMatchObject({
        project_name: 'Second branch',
        wbs_code: '2',
        start_date: '2026-03-11T00:00:00.000Z',
        end_date: '2026-06-11T00:00:00.000Z',
        assigned_to: null,
        phases: [{ wbs_code: '2.1', start_date: '2026-03-11T00:00:00.000Z' }],
        statistics: { total_tasks: 2, completed_tasks: 0, total_estimated_hours: 4 },
      });
      const tasks = (await api.get(`/api/v1/projects/${body.data.project_id}/tasks`)).body.data;
      expect(tasks).toMatchObject([
        { wbs_code: '2.1.1', due_date: '2026-03-20T00:00:00.000Z', status_name: 'To Do', assigned_to: null, tags: ['network'] },
        { wbs_code: '2.1.2' },
      ]);
      expect((await api.get(`/api/v1/projects/tasks/${tasks[0].task_id}/checklist`)).body.data).toMatchObject([
        { item_text: 'Ground floor', is_completed: false },
      ]);
      expect((await api.get(`/api/v1/projects/tasks/${tasks[1].task_id}/dependencies`)).body.data).toMatchObject([
        { predecessor_task_id: tasks[0].task_id, successor_task_id: tasks[1].task_id },
      ]);
      const next = await makePhase(api, body.data.project_id as string);
      expect(next.wbs_code).toBe('2.2');
    });
  });

  describe('a copy of a project without start', () => {
    const dates = { start_date: '2027-01-01' };
    const copied = async (project_id: string, more: object = {}) =>
      (await api.post(`/api/v1/projects/${project_id}/copy`, { ...dates, ...more })).body.data;

    it('begins with the earliest of its dates, so that it ends after its start', async () => {
      const { project_id } = await makeProject(api, { end_date: '2026-01-31' });
      const alone = await copied(project_id);
      expect(alone).toMatchObject({ start_date: '2027-01-01T00:00:00.000Z', end_date: '2027-01-01T00:00:00.000Z' });
      await makeTask(api, await makePhase(api, project_id), { due_date: '2026-01-21' });
      expect(await copied(project_id)).toMatchObject({ end_date: '2027-01-11T00:00:00.000Z' });
      expect(await copied(project_id, { include_tasks: false })).toMatchObject({ end_date: '2027-01-01T00:00:00.000Z' });
      expect((await api.put(`/api/v1/projects/${alone.project_id}`, { project_name: 'Renamed' })).status).toBe(200);
    });

    it('can be changed though an earlier release let it end before its start', async () => {
      const { project_id } = await makeProject(api, { start_date: '2026-01-01', end_date: '2026-01-31' });
      await service.sql("update projects set start_date = '2027-01-01' where project_id = $1", [project_id]);
      const path = `/api/v1/projects/${project_id}`;
      expect((await api.put(path, { project_name: 'Renamed' })).status).toBe(200);
      expect((await api.put(path, { start_date: '2027-02-01' })).body.error.details).toMatchObject([{ path: ['end_date'] }]);
    });
  });

  it('are copied as they are while a task and a dependency are added', async () => {
    const { project, phase, second } = await makeFullProject(api);
    const waiting = async () =>
      (await service.sql("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'")).length;
    const held = await service.database.admin.connect();
    let added: number | undefined;
    const add = async () => {
      const { task_id } = await makeTask(api, phase);
      const path = `/api/v1/projects/tasks/${task_id}/dependencies`;
      added = (await api.post(path, { predecessor_task_id: second.task_id })).status;
    };
    try {
      await held.query('begin');
      // What a copy reads between its tasks and their dependencies.
      await held.query('lock table task_checklist_items in access exclusive mode');
      const copy = api.post(`/api/v1/projects/${project.project_id}/copy`, {});
      await eventually(async () => (await waiting()) === 1);
      const adding = add();
      // Who waits on another node of a cluster is not seen here.
      if (process.env['PSA_TEST_ENGINE'] === 'citus') await sleep(1_000);
      else await eventually(async () => added !== undefined || (await waiting()) === 2);
      await held.query('commit');
      expect((await copy).status).toBe(201);
      await adding;
      expect(added).toBe(201);
    } finally {
      held.release();
    }
  });

  describe('deleting', () => {
    it('takes phases and tasks along, with their tags', async () => {
      const { project, first } = await makeFullProject(api);
      expect((await api.delete(`/api/v1/projects/${project.project_id}`)).status).toBe(204);
      expect((await api.get(`/api/v1/projects/tasks/${first.task_id}`)).status).toBe(404);
      expect((await api.get('/api/v1/tags')).body.pagination.total).toBe(0);
      expect((await api.get('/api/v1/projects')).body.pagination.total).toBe(0);
      expect((await told()).at(-1)).toBe('project.deleted');
    });

    it('publishes the deletion of each phase, task and tag with the next version', async () => {
      const { project, phase, first, second } = await makeFullProject(api);
      const before = await service.events(me.tenant);
      await api.delete(`/api/v1/projects/${project.project_id}`);
      const after = (await service.events(me.tenant)).slice(before.length);
      const versionOf = (id: string) =>
        Math.max(...before.filter(({ data }) => data.task_id === id).map((event) => event.aggregateversion));
      const named = (suffix: string) => after.filter(({ type }) => type === `psa.desk.${suffix}.v1`);
      const { project_id } = project;
      expect(named('project_task.deleted')).toMatchObject(
        expect.arrayContaining(
          [first, second].map(({ task_id }) =>
            expect.objectContaining({ data: { task_id, project_id }, aggregateversion: versionOf(task_id) + 1 }),
          ),
        ),
      );
      expect(named('project_phase.deleted')).toMatchObject([{ data: { phase_id: phase.phase_id, project_id }, aggregateversion: 2 }]);
      expect(named('tag.removed')).toMatchObject([
        { data: { tag_text: 'branch', tagged_type: 'project', tagged_id: project_id } },
        { data: { tag_text: 'network', tagged_type: 'project_task', tagged_id: first.task_id } },
      ]);
    });

    it('never gives a code again', async () => {
      const { project_id } = await makeProject(api);
      const phase = await makePhase(api, project_id);
      const task = await makeTask(api, phase);
      await api.delete(`/api/v1/projects/tasks/${task.task_id}`);
      expect((await makeTask(api, phase)).wbs_code).toBe('1.1.2');
      await api.delete(`/api/v1/projects/${project_id}`);
      expect((await makeProject(api)).wbs_code).toBe('2');
    });
  });

  it('are changed by the command of another service', async () => {
    const { project_id } = await makeProject(api);
    const { entity } = await service.command(me.tenant, {
      entity: 'project',
      operation: 'update',
      id: project_id,
      data: { status: 'completed' },
    });
    expect(entity).toMatchObject({ project_id, status_name: 'Completed' });
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({ type: projectEvents.closed.type });
  });
});
