import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeDevFile } from '../../local/dev-file.ts';
import type { Home } from '../../local/home.ts';
import { repositoryRoot } from '../../local/repository-root.ts';
import type { Stack } from '../../local/stack.ts';
import { callService } from '../call-service.ts';
import { completed, type RunbookCommand, runbookCommands } from './runbook-commands.ts';

const DOCUMENTS = ['operations.md', 'scaling.md', 'settings.md', 'start-here.md'];
const SLUG = 'my-msp';
const PERSON = 'ada@example.com';
const UNKNOWN_ID = '0190b0f0-0000-7000-8000-00000000dead';

/** Commands about a Citus cluster, which this product is not. */
const OF_A_CLUSTER = 'database';

/** What a command was ended by when what it was told about is not there, as with a made-up id: it ran, and says so. */
const REFUSED_EXIT_CODE = 1;

interface Product {
  readonly home: Home;
  readonly stack: Stack;
}

interface Tenant {
  readonly tenant: string;
  readonly userId: string;
  readonly apiKey: string;
}

/** Tests of the runbooks: every command of `psa` that a document names is run on a product, and every figure is there. */
export function runbookTests(product: () => Product): void {
  describe('the runbooks', () => {
    const texts = DOCUMENTS.map((name) => readFileSync(join(repositoryRoot, 'docs', name), 'utf8'));
    const commands = distinct(texts.flatMap(runbookCommands)).filter(({ words }) => words[0] !== OF_A_CLUSTER);
    const archive = join(tmpdir(), `psa-runbooks-${process.pid}.gz`);
    let tenant: Tenant;

    const psa = async (args: readonly string[]): Promise<{ code: number; said: string }> => {
      const child = spawn(process.execPath, [join(repositoryRoot, 'tools', 'psa.ts'), ...args], {
        env: { ...process.env, PSA_HOME: product().home.path },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      }
      const [code] = (await once(child, 'close')) as [number];
      return { code, said };
    };

    /** Puts what there is in the place of what a document leaves open. */
    const filled = (words: readonly string[]): string[] => {
      // What a shell would put there is the address of another installation.
      const own = words.filter((word, index) => !word.startsWith('$(') && words[index + 1]?.startsWith('$(') !== true);
      const isAboutJobs = own[0] === 'dead-job';
      return own.map((word, index) => {
        if (own[index - 1] === '--out' || own[index - 1] === '--in') return archive;
        if (!/^<.*>$/.test(word)) return word;
        const values: Readonly<Record<string, string>> = {
          '--service': isAboutJobs ? 'automation' : 'assets',
          '--consumer': 'assets-client-replica',
          '--queue': 'workflow_jobs',
          '--tenant': tenant.tenant,
          '--user': UNKNOWN_ID,
          '--key': UNKNOWN_ID,
          '--event': UNKNOWN_ID,
          '--job': UNKNOWN_ID,
          '--name': 'Runbook',
          '--confirm': PERSON,
        };
        return values[own[index - 1] ?? ''] ?? SLUG;
      });
    };

    const ask = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const response = await fetch(product().stack.baseUrl + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
      });
      expect(response.status).toBe(201);
      return ((await response.json()) as { data: Record<string, unknown> }).data;
    };

    beforeAll(async () => {
      const { baseUrl, natsUrl, databaseUrl, authSecret, licenceSecret } = product().stack;
      const data = { name: 'My MSP', slug: SLUG };
      tenant = (await callService({ natsUrl, service: 'identity', method: 'admin.tenant-create', data, timeoutMs: 10_000 })) as Tenant;
      const { client_id } = await ask('/api/v1/clients', { client_name: 'Analytical Engines', billing_cycle: 'monthly' });
      await ask('/api/v1/contacts', { client_id, full_name: 'Ada Lovelace', email: PERSON });
      const admin = { adminEmail: 'admin@example.com', adminPassword: '' };
      writeDevFile(product().home, { ...tenant, ...admin, tenantSlug: SLUG, baseUrl, natsUrl, databaseUrl, authSecret, licenceSecret });
    });
    afterAll(() => {
      rmSync(archive, { force: true });
      rmSync(product().home.file('dev.json'), { force: true });
    });

    it('names commands in them', () => {
      expect(commands.length).toBeGreaterThan(20);
      const inDocument = (name: string) => commands.some(({ words }) => nameOf(words) === name);
      for (const name of ['dead-letter list', 'dead-job retry', 'tenant export', 'user erase', 'doctor'])
        expect(inDocument(name)).toBe(true);
    });

    it('names figures that there are', async () => {
      const operations = texts[0] ?? '';
      const watch = /^## Watch$[\s\S]*?(?=^## )/m.exec(operations)?.[0] ?? '';
      const figures = [...watch.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
        [...cell.matchAll(/`([a-z_]+)[{`]/g)].map(([, name = '']) => name),
      );
      expect(figures.length).toBeGreaterThan(8);
      const scraped = await scrapeAll(product().home);
      expect(figures.filter((name) => name !== 'pool' && !scraped.includes(`# TYPE ${name} `))).toEqual([]);
    });

    it.each(inOrder(commands).map((command) => [command.words.join(' '), command] as const))(
      'run: psa %s',
      async (_line, command) => {
        const { code, said } = await psa(filled(completed(command)));
        const isAboutNothing = completed(command).some((word, index, all) => word === '<id>' && all[index - 1] !== '--tenant');
        // Shown with what it said: a code alone explains nothing.
        const isFine = code === 0 || (isAboutNothing && code === REFUSED_EXIT_CODE);
        expect(isFine ? '' : `${code}: ${said}`).toBe('');
      },
      120_000,
    );
  });
}

/** The figures of every process, by the addresses they logged. */
async function scrapeAll(home: Home): Promise<string> {
  const folder = home.file('logs');
  const logs = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const addresses = new Set(logs.flatMap((text) => [...text.matchAll(/"adminUrl":"([^"]+)"/g)].map(([, url = '']) => url)));
  const figures = await Promise.all([...addresses].map(async (url) => (await fetch(`${url}/metrics`)).text()));
  return figures.join('\n');
}

function nameOf([first = '', second = '']: readonly string[]): string {
  return second.startsWith('-') ? first : `${first} ${second}`.trim();
}

/** The same line in two places is run once, and a name is not run beside a whole line of its command. */
function distinct(commands: readonly RunbookCommand[]): RunbookCommand[] {
  const lines = new Map(commands.map((command) => [command.words.join(' '), command]));
  return [...lines.values()].filter(
    ({ words, isMention }) => !isMention || ![...lines.values()].some((other) => !other.isMention && nameOf(other.words) === nameOf(words)),
  );
}

/** An archive comes in where the tenant is no more; a person is erased, and keys are made, while it is there. */
function inOrder(commands: readonly RunbookCommand[]): RunbookCommand[] {
  const order = ['tenant export', 'tenant suspend', 'tenant delete', 'tenant import', 'tenant resume'];
  return commands.toSorted((one, other) => order.indexOf(nameOf(one.words)) - order.indexOf(nameOf(other.words)));
}
