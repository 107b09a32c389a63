/** Places where a crash could lose an event or double its effect. */
export type Failpoint = 'relay.before-publish' | 'relay.after-publish' | 'consumer.after-commit';

/** How many passes each armed place lets through before it strikes. */
const armed = new Map(
  (process.env['PSA_FAILPOINTS'] ?? '')
    .split(',')
    .filter((one) => one !== '')
    .map((one) => {
      const [place = '', passes = '1'] = one.split(':');
      return [place, { left: Number(passes) }];
    }),
);

/** Ends the process there as a power cut would, when `PSA_FAILPOINTS=<place>:<passes>,…` says so: for experiments with faults. */
export function failpoint(place: Failpoint): void {
  if (armed.size === 0) return;
  const point = armed.get(place);
  if (point !== undefined && --point.left <= 0) process.kill(process.pid, 'SIGKILL');
}
