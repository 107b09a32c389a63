import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../local/run-command.ts';
import { type GuideBlock, guideBlocks, missingIn } from './guide-blocks.ts';

const GUIDE_MS = 90_000;

/** What a guide is run with: the variables its first lines name. */
export interface GuideEnvironment {
  readonly BASE_URL: string;
  readonly API_KEY: string;
}

/**
 * Runs the blocks of a guide as a reader does who copies them into one shell, and holds their output against what the guide says.
 * @param folder where it runs: it has the typed client among its packages, and keeps the programs of the guide
 * @returns what is not as the guide says; nothing when all is
 */
export async function runGuide(text: string, name: string, folder: string, env: GuideEnvironment): Promise<string[]> {
  const blocks = guideBlocks(text);
  const outputOf = (index: number) => join(folder, `${name}-${index}.out`);
  const steps = blocks.map(({ language, code }, index) => {
    if (language === 'sh') return `{\n${code}\n} > '${outputOf(index)}'`;
    writeFileSync(join(folder, programOf(name, index)), code);
    return `'${process.execPath}' ${programOf(name, index)} > '${outputOf(index)}'`;
  });
  const script = join(folder, `${name}.sh`);
  writeFileSync(script, ['set -euo pipefail', ...steps].join('\n'));
  const { ok, output } = await runCommand('bash', [script], { cwd: folder, env: { ...process.env, ...env }, timeoutMs: GUIDE_MS });
  if (!ok) return [`${name}.md failed: ${output}`];
  return blocks.flatMap((block, index) => faultsOf(name, block, readFileSync(outputOf(index), 'utf8')));
}

/** The file that a block of TypeScript is written to. */
function programOf(name: string, index: number): string {
  return `${name}-${index}.ts`;
}

function faultsOf(name: string, { expected, line }: GuideBlock, output: string): string[] {
  const missing = missingIn(output, expected);
  return missing === undefined ? [] : [`${name}.md, line ${line}: the output has no "${missing}" in its place:\n${output}`];
}
