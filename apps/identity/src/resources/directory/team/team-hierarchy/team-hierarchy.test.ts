import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TeamTree } from '@psa/contracts-identity';
import { type TestApi, TestService } from '@psa/test-kit';
import fc from 'fast-check';
import { identityService } from '../../../../identity-service.ts';
import { aName, anAdmin } from '../../../../testing/access.ts';
import { aTenant } from '../../../../testing/make.ts';

describe('the hierarchy of teams', () => {
  let service: TestService;
  let api: TestApi;
  let tenant: string;

  const newTenant = async () => {
    ({ tenant } = await aTenant(service));
    ({ api } = await anAdmin(service, tenant));
  };
  beforeAll(async () => {
    service = await TestService.start(identityService);
    await newTenant();
  });
  afterAll(() => service.stop());

  const make = async (team_name = aName()): Promise<string> => (await api.post('/api/v1/teams', { team_name })).body.data.team_id;
  const put = (child: string, parent_team_id: string | null) => api.post(`/api/v1/teams/${child}/hierarchy`, { parent_team_id });
  const forest = async (): Promise<TeamTree[]> => (await api.get('/api/v1/teams/hierarchy')).body.data;

  it('is told of as a forest, by name and level', async () => {
    const [b, a, leaf] = [await make('B'), await make('A'), await make('Leaf')];
    const answer = await put(leaf, a);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({ child_team_id: leaf, child_team_name: 'Leaf', parent_team_id: a, parent_team_name: 'A' });
    await put(a, b);
    expect(await forest()).toMatchObject([
      {
        team_id: b,
        level: 0,
        parent_team_id: null,
        subteams: [{ team_id: a, level: 1, subteams: [{ team_id: leaf, level: 2, member_count: 0, subteams: [] }] }],
      },
    ]);
  });

  it('runs in no circle, however long', async () => {
    const chain = [await make()];
    for (let index = 1; index < 6; index++) {
      chain.push(await make());
      await put(chain[index] as string, chain[index - 1] as string);
    }
    for (const below of chain) {
      const { status, body } = await put(chain[0] as string, below);
      expect(status).toBe(400);
      expect(body.error.details).toMatchObject([{ path: ['parent_team_id'] }]);
    }
    expect((await put(chain[3] as string, chain[2] as string)).status).toBe(409);
    expect((await put(chain[3] as string, randomUUID())).body.error.details).toMatchObject([
      { path: ['parent_team_id'], code: 'unknown_reference' },
    ]);
    expect((await put(chain[5] as string, chain[0] as string)).status).toBe(201);
  });

  it('lets a team stand for itself again', async () => {
    const [parent, child] = [await make(), await make()];
    await put(child, parent);
    expect((await put(child, null)).body.data).toMatchObject({ parent_team_id: null, parent_team_name: null });
    expect((await api.delete(`/api/v1/teams/${child}/hierarchy`)).status).toBe(404);
    await put(child, parent);
    expect((await api.delete(`/api/v1/teams/${child}/hierarchy`)).status).toBe(204);
    expect((await api.get(`/api/v1/teams/${child}`)).body.data.parent_team_id).toBeNull();
  });

  it('is joined by two halves of a circle at once only once', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, two] = [await make(), await make()];
      const answers = await Promise.all([put(one, two), put(two, one)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
    }
  });

  it('is no deeper than is told of', async () => {
    await newTenant();
    let above = await make();
    for (let depth = 2; depth <= 100; depth++) {
      const team = await make();
      expect((await put(team, above)).status).toBe(201);
      above = team;
    }
    expect((await put(await make(), above)).body.error.details).toMatchObject([{ code: 'too_deep' }]);
    const depthOf = (trees: readonly TeamTree[]): number => Math.max(0, ...trees.map(({ subteams }) => 1 + depthOf(subteams)));
    expect(depthOf(await forest())).toBe(100);
  });

  it('stays a forest whatever is done to it', async () => {
    const index = fc.nat(6);
    const step = fc.oneof(
      fc.record({ what: fc.constant('put' as const), child: index, parent: index }),
      fc.record({ what: fc.constant('clear' as const), child: index, parent: index }),
      fc.record({ what: fc.constant('remove' as const), child: index, parent: index }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 10 }), async (waves) => {
        await service.sql('delete from teams where tenant = $1', [tenant]);
        const teams = await Promise.all(Array.from({ length: 7 }, () => make()));
        for (const wave of waves) {
          await Promise.all(
            wave.map(async ({ what, child, parent }) => {
              const team = teams[child] as string;
              if (what === 'put') await put(team, teams[parent] as string);
              else if (what === 'clear') await api.delete(`/api/v1/teams/${team}/hierarchy`);
              else {
                await api.delete(`/api/v1/teams/${team}`);
                teams[child] = await make();
              }
            }),
          );
        }
        // From the roots every team is reached, and none twice: no circle, and no team above that is not there.
        const all = (trees: readonly TeamTree[]): string[] => trees.flatMap(({ team_id, subteams }) => [team_id, ...all(subteams)]);
        const there = await service.sql<{ team_id: string }>('select team_id from teams where tenant = $1 order by team_id', [tenant]);
        expect(all(await forest()).sort()).toEqual(there.map(({ team_id }) => team_id));
      }),
      { numRuns: 15 },
    );
  }, 120_000);
});
