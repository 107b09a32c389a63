/**
 * Does something again and again until it is stopped, one at a time: a turn that comes while the last one still runs is left out. An
 * error ends its turn alone. The process may end meanwhile.
 * @returns a function that stops it and waits for the turn under way
 */
export function repeatEvery(intervalMs: number, work: () => Promise<void>, onError: (error: unknown) => void): () => Promise<void> {
  let underWay: Promise<void> | undefined;
  const timer = setInterval(() => {
    underWay ??= work()
      .catch(onError)
      .finally(() => {
        underWay = undefined;
      });
  }, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}
