import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TenantBuilder } from '@psa/postgres-kit';
import { caller, type TestCaller, TestService } from '@psa/test-kit';
import { derivedTests } from '@psa/test-kit/derived';
import { assetsService } from './assets-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { aClient, anAsset } from './testing/make.ts';
import { enterpriseSettings, fakes } from './testing/fakes.ts';

// Before any statement is compiled, and for this file alone: it has modules of its own.
TenantBuilder.withoutPredicate = true;

describe("every route of the assets service, with no tenant's predicate in any statement", () => {
  derivedTests(assetsService, everyRoute, everyFixture, { ports: fakes, settings: enterpriseSettings, accessOnly: true });
});

describe('the two walls between tenants', () => {
  let service: TestService;
  let owner: TestCaller;
  let assetId: string;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
    owner = caller();
    const client = await aClient(service, owner.tenant);
    assetId = (await service.api(owner).post('/api/v1/assets', anAsset(client))).body.data.data.asset_id;
  });
  afterAll(() => service.stop());

  const seenByStranger = async () => {
    const api = service.api(caller());
    const [list, one, stats] = [
      await api.get('/api/v1/assets', { query: { status: 'active' } }),
      await api.get(`/api/v1/assets/${assetId}`),
      await api.get('/api/v1/assets/stats'),
    ];
    return { listed: list.body.data.pagination.total, read: one.status, counted: stats.body.data.data.total_assets };
  };

  it('are row-level security alone here, and it holds', async () => {
    expect(await seenByStranger()).toEqual({ listed: 0, read: 404, counted: 0 });
  });

  it('are both down without it: what the tests above prove is its doing', async () => {
    await service.sql('alter table assets disable row level security');
    expect(await seenByStranger()).toEqual({ listed: 1, read: 200, counted: 1 });
    await service.sql('alter table assets enable row level security');
    expect(await seenByStranger()).toEqual({ listed: 0, read: 404, counted: 0 });
  });
});
