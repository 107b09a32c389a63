import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** Path of a Chromium: what PSA_TEST_BROWSER names, else the first one on the path. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { PSA_TEST_BROWSER: named, PATH = '' } = env;
  if (named !== undefined && named !== '') return named;
  const folders = PATH.split(delimiter).filter(Boolean);
  return [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...PLACES].find(isProgram);
}

/** @throws with what to do about it, when there is none */
export function requireBrowser(): string {
  const found = findBrowser();
  if (found !== undefined) return found;
  throw new Error('This test needs Chromium. Install it (Debian and Ubuntu: apt-get install chromium), or name one in PSA_TEST_BROWSER.');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
