import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ImaginedSource } from './check-sources.ts';

const BOUNDARY = '@nx/enforce-module-boundaries';
const HANDLERS = 'apps/assets/src/resources/imagined/imagined.handlers.ts';
const RECORDS = 'apps/assets/src/resources/imagined/imagined.records.ts';
const LIST = 'apps/assets/src/resources/imagined/imagined.list.ts';

interface Case {
  title: string;
  at: string;
  source: string;
  /** The rule that must report, or nothing when the source is sound. */
  rule?: string;
}

const importing = (...packages: string[]): string => packages.map((name) => `import '${name}';`).join('\n');
const lines = (count: number): string => '// line\n'.repeat(count - 1) + 'export const last = 1;';

const cases: Case[] = [
  { title: 'app -> another app', at: HANDLERS, source: importing('@psa/clients'), rule: 'closed/@psa/clients' },
  { title: 'app -> another app, relatively', at: HANDLERS, source: importing('../../../../clients/src/main.ts'), rule: BOUNDARY },
  {
    title: 'the process of all services -> an app',
    at: 'apps/all/src/imagined.ts',
    source: importing('../../assets/src/assets-service.ts'),
  },
  { title: 'app -> the process of all services', at: HANDLERS, source: importing('@psa/all'), rule: 'closed/@psa/all' },
  { title: 'app -> a library, relatively', at: HANDLERS, source: importing('../../../../../libs/http-kit/src/index.ts'), rule: BOUNDARY },
  { title: 'app -> kits and its own contract', at: HANDLERS, source: importing('@psa/http-kit', '@psa/contracts-assets') },
  { title: 'app -> a package nobody declares', at: HANDLERS, source: importing('body-parser'), rule: BOUNDARY },

  { title: 'resource -> foreign contract', at: HANDLERS, source: importing('@psa/contracts-clients'), rule: BOUNDARY },
  {
    title: 'schedule -> foreign contract',
    at: 'apps/assets/src/schedules/imagined.ts',
    source: importing('@psa/contracts-clients'),
    rule: BOUNDARY,
  },
  { title: 'replica -> foreign contract', at: 'apps/assets/src/replicas/imagined.ts', source: importing('@psa/contracts-clients') },
  {
    title: 'subscription -> foreign contract',
    at: 'apps/assets/src/subscriptions/imagined.ts',
    source: importing('@psa/contracts-clients'),
  },
  { title: 'rpc client -> foreign contract', at: 'apps/assets/src/rpc-clients/imagined.ts', source: importing('@psa/contracts-clients') },
  { title: 'test -> foreign contract', at: 'apps/assets/src/imagined.test.ts', source: importing('@psa/contracts-clients') },
  {
    title: 'gateway -> every contract',
    at: 'apps/gateway/src/imagined.ts',
    source: importing('@psa/contracts-clients', '@psa/contracts-assets'),
  },
  { title: 'sdk -> every contract', at: 'libs/sdk/src/imagined.ts', source: importing('@psa/contracts-clients', '@psa/contracts-assets') },

  { title: 'kit -> contract', at: 'libs/http-kit/src/imagined.ts', source: importing('@psa/contracts-assets'), rule: BOUNDARY },
  { title: 'kit -> test kit', at: 'libs/http-kit/src/imagined.ts', source: importing('@psa/test-kit'), rule: BOUNDARY },
  { title: "kit's test -> test kit", at: 'libs/http-kit/src/imagined.test.ts', source: importing('@psa/test-kit') },
  { title: 'kit -> kit', at: 'libs/http-kit/src/imagined.ts', source: importing('@psa/contract-kit') },
  {
    title: 'contract-kit -> a kit with IO',
    at: 'libs/contract-kit/src/imagined.ts',
    source: importing('@psa/postgres-kit'),
    rule: BOUNDARY,
  },
  {
    title: 'contract -> postgres-kit',
    at: 'libs/contracts/assets/src/imagined.ts',
    source: importing('@psa/postgres-kit'),
    rule: BOUNDARY,
  },
  {
    title: 'contract -> another contract',
    at: 'libs/contracts/assets/src/imagined.ts',
    source: importing('@psa/contracts-clients'),
    rule: BOUNDARY,
  },
  { title: 'contract -> a package other than zod', at: 'libs/contracts/assets/src/imagined.ts', source: importing('pino'), rule: BOUNDARY },
  { title: 'contract -> contract-kit and zod', at: 'libs/contracts/assets/src/imagined.ts', source: importing('@psa/contract-kit', 'zod') },
  { title: 'test kit -> app', at: 'libs/test-kit/src/imagined.ts', source: importing('@psa/assets'), rule: 'closed/@psa/assets' },
  { title: 'app -> test kit', at: HANDLERS, source: importing('@psa/test-kit'), rule: BOUNDARY },
  { title: "app's test -> test kit", at: 'apps/assets/src/imagined.test.ts', source: importing('@psa/test-kit') },
  { title: "app's testing folder -> test kit", at: 'apps/assets/src/testing/imagined.ts', source: importing('@psa/test-kit') },

  { title: 'handlers -> kysely', at: HANDLERS, source: importing('kysely'), rule: 'closed/kysely' },
  {
    title: 'handlers -> kysely, dynamically',
    at: HANDLERS,
    source: "export const sql = import('kysely/migration');",
    rule: 'closed/kysely',
  },
  { title: 'handlers -> kysely, re-exported', at: HANDLERS, source: "export { sql } from 'kysely';", rule: 'closed/kysely' },
  {
    title: 'handlers -> kysely, as a type',
    at: HANDLERS,
    source: "export type Db = import('kysely').Kysely<unknown>;",
    rule: 'closed/kysely',
  },
  { title: 'records -> kysely', at: RECORDS, source: importing('kysely') },
  { title: 'list -> kysely', at: LIST, source: importing('kysely') },
  {
    title: "claim by a statement of one's own",
    at: RECORDS,
    source:
      'export const CLAIM = `with picked as (select id from t limit 1 for update skip locked) update t set a = 1 from picked where t.id = picked.id`;',
    rule: 'no-restricted-syntax',
  },
  { title: 'records -> pg', at: RECORDS, source: importing('pg'), rule: 'closed/pg' },
  { title: 'postgres-kit -> pg', at: 'libs/postgres-kit/src/imagined.ts', source: importing('pg', 'kysely') },
  { title: 'app -> express', at: HANDLERS, source: importing('express'), rule: 'closed/express' },
  { title: 'http-kit -> express', at: 'libs/http-kit/src/imagined.ts', source: importing('express') },
  { title: 'app -> nats', at: 'apps/assets/src/subscriptions/imagined.ts', source: importing('nats'), rule: 'closed/nats' },
  { title: 'events-kit -> nats', at: 'libs/events-kit/src/imagined.ts', source: importing('nats') },
  {
    title: 'tool -> a library, relatively',
    at: 'tools/imagined.ts',
    source: importing('../libs/http-kit/src/index.ts'),
    rule: 'no-restricted-imports',
  },

  { title: '401 lines', at: HANDLERS, source: lines(401), rule: 'max-lines' },
  { title: '400 lines', at: HANDLERS, source: lines(400) },
  { title: '601 lines of test', at: 'apps/assets/src/imagined.test.ts', source: lines(601), rule: 'max-lines' },
  { title: '600 lines of test', at: 'apps/assets/src/imagined.test.ts', source: lines(600) },
  { title: 'default export', at: HANDLERS, source: 'export default 1;', rule: 'no-restricted-syntax' },
  { title: 'default export by another name', at: HANDLERS, source: 'const x = 1;\nexport { x as default };', rule: 'no-restricted-syntax' },
  { title: 'muted test', at: 'apps/assets/src/imagined.test.ts', source: "test.skip('x', () => {});", rule: 'no-restricted-syntax' },
  {
    title: 'lone table test',
    at: 'apps/assets/src/imagined.test.ts',
    source: "describe.only.each([1])('x', () => {});",
    rule: 'no-restricted-syntax',
  },
  { title: 'any', at: HANDLERS, source: 'export const x = (y: any) => y;', rule: '@typescript-eslint/no-explicit-any' },
  { title: 'ts-ignore', at: HANDLERS, source: '// @ts-ignore because\nexport const x = 1;', rule: '@typescript-eslint/ban-ts-comment' },
  { title: 'console in an app', at: HANDLERS, source: "console.log('x');", rule: 'no-console' },
  { title: 'console in a tool', at: 'tools/imagined.ts', source: "console.log('x');" },
];

let reports: string[][] = [];

beforeAll(() => {
  const sources: ImaginedSource[] = cases.map(({ at, source }) => ({ filePath: at, source: `${source}\n` }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'check-sources.ts')], {
    input: JSON.stringify(sources),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  reports = JSON.parse(stdout) as string[][];
}, 120_000);

describe('a boundary', () => {
  test.each(cases.map(({ title, rule }, index) => ({ title: `${title}: ${rule ?? 'allowed'}`, rule, index })))(
    '$title',
    ({ rule, index }) => {
      const broken = reports[index]?.map((report) => report.slice(0, report.indexOf(': ')));
      expect(broken).toEqual(rule === undefined ? [] : expect.arrayContaining([rule]));
    },
  );
});
