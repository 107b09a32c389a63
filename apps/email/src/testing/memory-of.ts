const TIMES = 3;
const EVERY_MS = 2;

const used = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;

/** Bytes that work takes at most at once, measured as the least of three times: what else the process does only adds to it. */
export async function memoryOf(work: () => Promise<void>): Promise<number> {
  const taken: number[] = [];
  while (taken.length < TIMES) {
    globalThis.gc?.();
    const before = used();
    let peak = 0;
    const look = () => {
      peak = Math.max(peak, used());
    };
    const watch = setInterval(look, EVERY_MS);
    await work();
    look();
    clearInterval(watch);
    taken.push(peak - before);
  }
  return Math.min(...taken);
}
