/** Runs one step and prints one line when it is done: its name, how long it took, and what it has to say. */
export async function step<Result>(
  name: string,
  work: () => Promise<Result>,
  describe: (result: Result) => string = () => '',
): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`  ${name.padEnd(12)} ${seconds.padStart(5)} s  ${describe(result)}`.trimEnd());
  return result;
}
