import { parseArgs } from 'node:util';
import { homeAt, homePath } from './local/home.ts';
import { repositoryRoot } from './local/repository-root.ts';
import { type MutationModule, mutationModules } from './mutation/modules.ts';
import { mutateModule } from './mutation/mutate-module.ts';
import { isEnough, type MutationScore, scoreTable } from './mutation/mutation-score.ts';

/** Percent of a module's mutants that its tests must kill. */
const REQUIRED = 85;

/**
 * Checks the tests of critical modules: changes their code place by place and counts the changes that fail a test.
 * `npm run mutate`, `npm run mutate -- money tax`; `--incremental` runs only what may have changed since the last time.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    incremental: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '2' },
    list: { type: 'boolean', default: false },
  },
});

function chosen(): readonly MutationModule[] {
  if (positionals.length === 0) return mutationModules;
  return positionals.map((name) => {
    const found = mutationModules.find((module) => module.name === name);
    if (found === undefined)
      throw new Error(`There is no module ${name}; there are ${mutationModules.map((module) => module.name).join(', ')}.`);
    return found;
  });
}

if (options.list) {
  for (const { name, mutate } of mutationModules) console.log(`${name}  ${mutate.join(' ')}`);
} else {
  process.chdir(repositoryRoot);
  const reports = homeAt(homePath()).file('mutation');
  const scores: MutationScore[] = [];
  const broken: string[] = [];
  for (const module of chosen()) {
    console.log(`\n${module.name}`);
    try {
      scores.push(await mutateModule(module, { reports, incremental: options.incremental, concurrency: Number(options.concurrency) }));
    } catch (error) {
      // Such as tests that fail without any mutant; Stryker has said which. The other modules have scores of their own.
      console.error(error);
      broken.push(module.name);
    }
  }
  console.log(`\n${scoreTable(scores, REQUIRED)}\n\nReports: ${reports}`);
  if (broken.length > 0) console.log(`Without a score: ${broken.join(', ')}`);
  if (broken.length > 0 || !scores.every((score) => isEnough(score, REQUIRED))) process.exitCode = 1;
}
