import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiError } from '@psa/contract-kit';
import { clientEvents } from '@psa/contracts-clients';
import type { Tag } from '@psa/contracts-desk';
import { caller, eventually, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { deskService } from '../../desk-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeProject } from '../../testing/make-project.ts';
import { makeTicket } from '../../testing/make-ticket.ts';

describe('renaming a tag', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  /** Clients in the order in which their owner was asked to rename a tag; while it is away it is not there for them. */
  const askedFor: string[] = [];
  let isAway = false;

  beforeAll(async () => {
    const tagOwners = {
      hasAsset: async () => true,
      change: async (_: unknown, _type: string, id: string, { add }: { add: readonly string[] }) => {
        askedFor.push(id);
        if (isAway) throw new ApiError('SERVICE_UNAVAILABLE');
        // What it answers is no newer than what is known.
        return { tags: add, version: 1 };
      },
    };
    service = await TestService.start(deskService, { ports: { ...fakes, tagOwners } });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const tagsOf = async (type: string, id: string) => (await api.get(`/api/v1/tags/entity/${type}/${id}`)).body.data.tags as Tag[];
  const rename = (tag: Tag, tag_text: string) => api.put(`/api/v1/tags/${tag.tag_id}`, { tag_text });
  const projectTags = async (id: string) => (await api.get(`/api/v1/projects/${id}`)).body.data.tags as string[];
  const definitionEvents = async () => (await service.events(me.tenant)).filter(({ type }) => type.includes('tag_definition.updated'));
  /** The tags of every entity are what it is shown with. */
  const settled = () => eventually(async () => (await service.sql('select 1 from tag_rename_jobs where outcome is null')).length === 0);

  it('keeps the ids of the tags, and shows entities of the kind with the new text', async () => {
    const [first, second] = [await makeProject(api, { tags: ['printr', 'branch'] }), await makeProject(api, { tags: ['printr'] })];
    const [before] = (await tagsOf('project', second.project_id)) as [Tag];
    const renamed = await rename(before, ' Printer ');
    expect([renamed.status, renamed.body.data]).toEqual([200, { ...before, tag_text: 'printer' }]);
    expect((await api.get(`/api/v1/tags/${before.tag_id}`)).body.data).toEqual({ ...before, tag_text: 'printer' });
    await settled();
    expect([await projectTags(first.project_id), await projectTags(second.project_id)]).toEqual([['branch', 'printer'], ['printer']]);
    expect((await api.get('/api/v1/tags/cloud')).body.data.tags).toMatchObject([
      { tag_text: 'printer', usage_count: 2 },
      { tag_text: 'branch', usage_count: 1 },
    ]);
  });

  it('may be repeated, and publishes it once', async () => {
    const { project_id } = await makeProject(api, { tags: ['printr'] });
    const [tag] = (await tagsOf('project', project_id)) as [Tag];
    const answers = [await rename(tag, 'printer'), await rename(tag, 'printer')];
    expect(answers.map(({ status, body }) => [status, body.data.tag_id])).toEqual([
      [200, tag.tag_id],
      [200, tag.tag_id],
    ]);
    expect(await definitionEvents()).toMatchObject([{ data: { tag_text: 'printer', previous_text: 'printr', tagged_type: 'project' } }]);
  });

  it('to a text that is there makes the two one, in the colours of the renamed one', async () => {
    const both = await makeProject(api, { tags: ['printr', 'printer'] });
    const one = await makeProject(api, { tags: ['printr'] });
    const [tag] = (await tagsOf('project', one.project_id)) as [Tag];
    const renamed = (await rename(tag, 'printer')).body.data;
    expect(renamed).toEqual({ ...tag, tag_text: 'printer', definition_id: renamed.definition_id });
    await settled();
    expect([await projectTags(both.project_id), await projectTags(one.project_id)]).toEqual([['printer'], ['printer']]);
    expect(await tagsOf('project', both.project_id)).toMatchObject([{ definition_id: renamed.definition_id }]);
    expect((await api.get('/api/v1/tags/cloud')).body.data).toMatchObject({ total_tags: 1, tags: [{ usage_count: 2 }] });
  });

  it('goes for merged tickets too', async () => {
    const client_id = randomUUID();
    const [target, source] = [await makeTicket(api, { client_id }), await makeTicket(api, { client_id, tags: ['printr'] })];
    await api.post(`/api/v1/tickets/${target.ticket_id}/merge`, { source_ticket_ids: [source.ticket_id] });
    const [tag] = (await tagsOf('ticket', source.ticket_id)) as [Tag];
    expect((await rename(tag, 'printer')).status).toBe(200);
    await settled();
    expect((await api.get(`/api/v1/tickets/${source.ticket_id}`)).body.data.tags).toEqual(['printer']);
    expect((await api.post(`/api/v1/tags/entity/ticket/${source.ticket_id}`, { tags: ['new'] })).status).toBe(409);
  });

  it('is not undone by who tags an entity before it was brought along', async () => {
    const { project_id } = await makeProject(api, { tags: ['printr'] });
    const [tag] = (await tagsOf('project', project_id)) as [Tag];
    // As it is before the job.
    await service.sql("update tag_definitions set tag_text = 'printer' where tenant = $1", [me.tenant]);
    await api.post(`/api/v1/tags/entity/project/${project_id}`, { tags: ['vip'] });
    expect(await tagsOf('project', project_id)).toMatchObject([{ tag_id: tag.tag_id, tag_text: 'printer' }, { tag_text: 'vip' }]);
    expect(await projectTags(project_id)).toEqual(['printer', 'vip']);
  });

  it('reaches every entity of another service, also after that was away', async () => {
    const first = randomUUID();
    await service.publish(me.tenant, clientEvents.created, { client_id: first, client_name: 'Acme', is_inactive: false, tags: ['gld'] }, 2);
    await service.settled();
    // More than a page.
    const others = await service.sql<{ id: string }>(
      `with made as (insert into tag_mappings (tenant, tag_id, definition_id, tagged_type, tagged_id)
        select tenant, gen_random_uuid(), definition_id, tagged_type, gen_random_uuid() from tag_mappings, generate_series(1, 200) where tenant = $1
        returning tenant, tagged_type, tagged_id)
      insert into tagged_entities (tenant, tagged_type, tagged_id, version) select *, 2 from made returning tagged_id as id`,
      [me.tenant],
    );
    const clients = [first, ...others.map(({ id }) => id)];
    const [tag] = (await tagsOf('client', clients[0] as string)) as [Tag];
    isAway = true;
    expect((await rename(tag, 'gold')).status).toBe(200);
    await eventually(() => askedFor.length > 0);
    isAway = false;
    await settled();
    expect(new Set(askedFor)).toEqual(new Set(clients));
    expect((await tagsOf('client', clients[200] as string)).map(({ tag_text }) => tag_text)).toEqual(['gold']);
  });
});
