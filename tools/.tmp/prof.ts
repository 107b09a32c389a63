import { randomUUID } from 'node:crypto';
import { startService, createLog } from '@psa/service-kit';
import { createTestDatabase, takeNatsAccount, testVerifier, caller, signToken } from '@psa/test-kit';
import { assetsService } from '../../apps/assets/src/assets-service.ts';
import { seedAssets } from '../../bench/seed.ts';
import { load } from '../../bench/load.ts';
import { cpuTime } from '../../bench/processes.ts';
import { operations } from '../../bench/requests.ts';
import { readFileSync } from 'node:fs';
const db = await createTestDatabase('assets', assetsService.migrations as never);
const natsUrl = await takeNatsAccount();
const run = await startService(assetsService, { settings: { PSA_HTTP_HOST: '127.0.0.1', PSA_HTTP_PORT: 0, PSA_ADMIN_PORT: 0, PSA_LOG_LEVEL: 'info', PSA_DRAIN_SECONDS: 0, PSA_NATS_URL: natsUrl, PSA_NATS_REPLICAS: 1, PSA_DATABASE_URL: db.appUrl, PSA_WORKER_DATABASE_URL: db.workerUrl, PSA_DATABASE_POOL: 10, PSA_JWKS_URL: 'http://127.0.0.1:1/x' }, verify: await testVerifier('assets'), checkReplies: 'sample', log: createLog('assets', 'info') });
const who = Array.from({ length: 20 }, () => caller());
const tenants = await seedAssets(db.adminUrl, new Map(who.map(({ tenant }) => [tenant, 5000])));
const keyed = await Promise.all(tenants.map(async (one, i) => ({ ...one, apiKey: await signToken(who[i]!, 'assets') })));
const pg = Number(readFileSync('/tmp/lead/pg/postmaster.pid', 'utf8').split('\n')[0]);
const only = process.argv[2];
for (const { op, product } of operations(keyed)) {
  if (only && op !== only) continue;
  const requests = product.map((text) => text.replace(/x-api-key: /, 'authorization: Bearer '));
  const port = Number(new URL(run.url).port);
  await load({ host: '127.0.0.1', port, connections: 32, seconds: 2, requests });
  const before = [cpuTime(process.pid), cpuTime(pg, true)];
  const r = await load({ host: '127.0.0.1', port, connections: 32, seconds: 4, requests });
  const after = [cpuTime(process.pid), cpuTime(pg, true)];
  console.log(op, Math.round(r.done / r.seconds), '/s failed', r.failed, 'service us', Math.round((after[0]! - before[0]!) / r.done), 'pg us', Math.round((after[1]! - before[1]!) / r.done), 'p50', r.p50_ms.toFixed(1), 'p99', r.p99_ms.toFixed(1));
}
console.log('rss', Math.round(process.memoryUsage().rss / 1e6));
await run.stop(); await db.drop();
