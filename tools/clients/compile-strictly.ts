import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/repository-root.ts';
import { runCommand } from '../local/run-command.ts';

const COMPILER = join(repositoryRoot, 'node_modules/typescript-native/bin/tsc');
const COMPILE_MS = 120_000;

/**
 * Checks programs as a careful consumer does: strict, and the types of packages too.
 * @returns what the compiler says; nothing when all is well
 */
export async function compileStrictly(folder: string, files: readonly string[], resolution: 'node16' | 'bundler'): Promise<string> {
  const project = join(folder, `tsconfig.${resolution}.json`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: ['node'],
    module: resolution === 'node16' ? 'node16' : 'preserve',
    moduleResolution: resolution,
    allowImportingTsExtensions: true,
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const { ok, output } = await runCommand(process.execPath, [COMPILER, '-p', project, '--checkers', '1'], {
    cwd: folder,
    timeoutMs: COMPILE_MS,
  });
  return ok ? output : output || 'the compiler failed';
}
