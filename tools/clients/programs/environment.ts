/** An address, key or name that the programs are started with. @throws Error when it is missing */
export function given(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
}

/** What a program is to play. */
export const play = () => ({
  run: given('RUN'),
  receiver: given('RECEIVER'),
  killAtBatch: process.env['KILL_AT_BATCH'] === undefined ? undefined : Number(process.env['KILL_AT_BATCH']),
});
