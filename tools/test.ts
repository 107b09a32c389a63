import { Refusal } from './local/refusal.ts';
import { onStopRequest } from './local/stop-request.ts';
import { removeHome } from './local/temporary-home.ts';
import { browserEnvironment } from './testing/ensure-browser.ts';
import { closingLine, runJest, type TestCounts } from './testing/run-jest.ts';
import { createTestHome, removeDeadTestHomes } from './testing/test-home.ts';
import { startTestServers } from './testing/test-servers.ts';

const stopRequest = onStopRequest();
const { exitCode, counts } = await main();
// The very last line, for whoever reads only that one.
if (counts) console.log(closingLine(counts));
process.exit(exitCode);

async function main(): Promise<{ exitCode: number; counts?: TestCounts }> {
  await removeDeadTestHomes();
  const browser = await browserEnvironment(process.env, console.error);
  const home = createTestHome();
  try {
    const servers = await startTestServers(home, process.env, stopRequest);
    try {
      return await runJest({
        args: process.argv.slice(2),
        env: { ...process.env, ...servers.environment, ...browser },
        summaryFile: home.file('summary.json'),
        signal: stopRequest,
      });
    } finally {
      await servers.stop();
    }
  } catch (error) {
    if (!stopRequest.aborted) console.error(error instanceof Refusal ? error.message : error);
    return { exitCode: stopRequest.aborted ? 130 : 1 };
  } finally {
    removeHome(home);
  }
}
