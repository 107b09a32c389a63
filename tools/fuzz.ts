import { randomInt } from 'node:crypto';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { repositoryRoot } from './local/repository-root.ts';

/** Sends many generated requests to every operation: `npm run fuzz [-- <pattern of test files>]`. The seed makes a run repeatable. */
const { PSA_FUZZ_RUNS: runs = '200', PSA_FUZZ_SEED: seed = String(randomInt(2 ** 31)) } = process.env;
const [pattern = 'apps/.*/src/derived'] = process.argv.slice(2);
console.log(`${runs} requests to each operation; PSA_FUZZ_SEED=${seed} repeats them`);
const child = spawn(process.execPath, [join(repositoryRoot, 'tools/test.ts'), pattern, '-t', 'generated requests'], {
  stdio: 'inherit',
  env: { ...process.env, PSA_FUZZ_RUNS: runs, PSA_FUZZ_SEED: seed },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
