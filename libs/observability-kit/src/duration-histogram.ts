import type { Histogram, Registry } from 'prom-client';

/** Durations of one kind, in seconds. */
interface Series<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  /** By bucket: how many were not longer than its bound, and longer than the one before; the last has no bound. */
  readonly counts: number[];
  sum: number;
}

/**
 * A histogram for what is observed at every request. prom-client's own finds its series by all labels at each observation, for
 * 4 µs; here a series is found by one text, and the figures are put into words when they are asked for.
 */
export class DurationHistogram<Label extends string> {
  readonly name: string;
  readonly help: string;
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series<Label>>();

  constructor({ name, help, buckets, registry }: { name: string; help: string; buckets: readonly number[]; registry: Registry }) {
    this.name = name;
    this.help = help;
    this.#bounds = buckets;
    // What a registry asks of a metric is its name and `get`; its type names the classes it brings itself.
    registry.registerMetric(this as unknown as Histogram);
  }

  /**
   * @param key says which series, as the labels do
   * @param labels of a series that is new
   */
  observe(key: string, labels: () => Record<Label, string>, seconds: number): void {
    let series = this.#series.get(key);
    if (series === undefined)
      this.#series.set(key, (series = { labels: labels(), counts: Array<number>(this.#bounds.length + 1).fill(0), sum: 0 }));
    let bucket = 0;
    while (bucket < this.#bounds.length && seconds > (this.#bounds[bucket] as number)) bucket++;
    (series.counts[bucket] as number)++;
    series.sum += seconds;
  }

  /** The figures as a registry wants them: each bucket counts what is in those below it as well. */
  async get(): Promise<object> {
    const values: object[] = [];
    for (const { labels, counts, sum } of this.#series.values()) {
      let count = 0;
      for (const [bucket, more] of counts.entries()) {
        count += more;
        values.push({
          metricName: `${this.name}_bucket`,
          labels: { le: this.#bounds[bucket] ?? '+Inf' },
          sharedLabels: labels,
          value: count,
        });
      }
      values.push(
        { metricName: `${this.name}_sum`, sharedLabels: labels, value: sum },
        { metricName: `${this.name}_count`, sharedLabels: labels, value: count },
      );
    }
    return { name: this.name, help: this.help, type: 'histogram', aggregator: 'sum', values };
  }
}
