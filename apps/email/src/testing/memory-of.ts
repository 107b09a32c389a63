import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TIMES = 3;
const EVERY_MS = 2;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const used = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;

const live = () => {
  collectGarbage();
  return used();
};

/**
 * Bytes that work takes at most at once, measured as the least of three times: what else the process does only adds to it.
 * @param collectAbove bytes beyond which garbage does not count: the process collects it sooner or later. Without it garbage counts, and so
 * what synchronous work held for a moment.
 */
export async function memoryOf(work: () => Promise<void>, collectAbove = Infinity): Promise<number> {
  const taken: number[] = [];
  while (taken.length < TIMES) {
    const before = live();
    let peak = before;
    const look = () => {
      const now = used();
      // Collecting takes a while in a large process: only what would count otherwise.
      if (now > peak) peak = Math.max(peak, now - before > collectAbove ? live() : now);
    };
    const watch = setInterval(look, EVERY_MS);
    await work();
    look();
    clearInterval(watch);
    taken.push(peak - before);
  }
  return Math.min(...taken);
}
