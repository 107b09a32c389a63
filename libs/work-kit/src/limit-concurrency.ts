/**
 * Lets so many pieces of work run at the same time; the others wait their turn, first come first served.
 * @param count places, at least 1
 * @returns a function that runs a piece of work when its turn comes, and gives or throws what the work does
 */
export function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= count)
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    else running++;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place, so that nobody who comes meanwhile gets ahead.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
