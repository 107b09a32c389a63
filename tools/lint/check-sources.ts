import { text } from 'node:stream/consumers';
import { ESLint } from 'eslint';
import { refreshProjectGraph } from './project-graph.ts';

/** A source that exists only as text, at the path it would have. */
export interface ImaginedSource {
  filePath: string;
  source: string;
}

/**
 * Lints imagined sources with the workspace's own configuration: [{filePath, source}] on stdin, [[rule, message]] on
 * stdout. Its own process, because Jest's module sandbox would transform ESLint, Nx and TypeScript on every run.
 */
const sources = JSON.parse(await text(process.stdin)) as ImaginedSource[];
await refreshProjectGraph();
const eslint = new ESLint();
const reports: string[][] = [];
for (const { filePath, source } of sources) {
  const [result] = await eslint.lintText(source, { filePath });
  reports.push((result?.messages ?? []).map(({ ruleId, message }) => `${ruleId}: ${message}`));
}
process.stdout.write(JSON.stringify(reports));
