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
 * @param of `live` leaves out garbage, which work that awaits leaves until the process collects it, sooner or later; `allocated` has it,
 * and so what synchronous work held for a moment
 */
export async function memoryOf(of: 'live' | 'allocated', work: () => Promise<void>): Promise<number> {
  const taken: number[] = [];
  while (taken.length < TIMES) {
    const before = live();
    let peak = before;
    const look = () => {
      if (used() > peak) peak = Math.max(peak, of === 'live' ? live() : used());
    };
    const watch = setInterval(look, EVERY_MS);
    await work();
    look();
    clearInterval(watch);
    taken.push(peak - before);
  }
  return Math.min(...taken);
}
