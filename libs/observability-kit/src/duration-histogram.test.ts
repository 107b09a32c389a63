import { describe, expect, it } from '@jest/globals';
import { Histogram, Registry } from 'prom-client';
import { DurationHistogram } from './duration-histogram.ts';

const BUCKETS = [0.01, 0.1, 1];
const OBSERVED = [
  ['GET', 0.005],
  ['GET', 0.01],
  ['GET', 0.5],
  ['GET', 7],
  ['POST', 0.1],
] as const;

describe('a histogram of durations', () => {
  it("reads like prom-client's own", async () => {
    const [ours, theirs] = [new Registry(), new Registry()];
    for (const registry of [ours, theirs]) registry.setDefaultLabels({ service: 'kit' });
    const histogram = new DurationHistogram<'method'>({ name: 'took_seconds', help: 'How long', buckets: BUCKETS, registry: ours });
    const usual = new Histogram({ name: 'took_seconds', help: 'How long', labelNames: ['method'], buckets: BUCKETS, registers: [theirs] });
    for (const [method, seconds] of OBSERVED) {
      histogram.observe(method, () => ({ method }), seconds);
      usual.observe({ method }, seconds);
    }
    expect(await ours.metrics()).toBe(await theirs.metrics());
  });
});
