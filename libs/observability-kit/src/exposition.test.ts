import { afterEach, describe, expect, it } from '@jest/globals';
import { createMetrics, exposition, type Metrics } from './metrics.ts';

describe('the figures of several services', () => {
  const made: Metrics[] = [];
  const metricsOf = (service: string): Metrics => {
    const metrics = createMetrics(service);
    made.push(metrics);
    return metrics;
  };
  afterEach(() => {
    for (const { registry } of made.splice(0)) registry.clear();
  });

  it('are told together, each metric described once and every series in the name of its service', async () => {
    const [one, two] = [metricsOf('one'), metricsOf('two')];
    one.requestServed('GET', '/a', 200, 0.003);
    two.requestServed('GET', '/a', 200, 0.003);
    two.eventsHandled.inc({ consumer: 'c', outcome: 'handled' });
    one.gauge('only_one', 'Of one of them', () => 7);
    const { text, contentType } = await exposition([one, two]);
    expect(contentType).toBe(one.registry.contentType);
    const lines = text.split('\n');
    for (const name of ['http_server_request_duration_seconds', 'events_handled_total', 'only_one'])
      expect(lines.filter((line) => line.startsWith(`# TYPE ${name} `))).toHaveLength(1);
    expect(text).toContain('http_server_request_duration_seconds_count{service="one",method="GET",route="/a",status="200"} 1');
    expect(text).toContain('http_server_request_duration_seconds_count{service="two",method="GET",route="/a",status="200"} 1');
    expect(text).toContain('events_handled_total{consumer="c",outcome="handled",service="two"} 1');
    expect(text).toContain('only_one{service="one"} 7');
    // Of a metric, all series stand together.
    const ofRequests = lines.flatMap((line, index) => (line.includes('http_server_request_duration_seconds') ? [index] : []));
    expect(ofRequests.at(-1)! - ofRequests[0]! + 1).toBe(ofRequests.length);
  });

  it('of one alone are what its registry says', async () => {
    const one = metricsOf('one');
    one.requestServed('GET', '/a', 200, 0.003);
    expect((await exposition([one])).text).toBe(await one.registry.metrics());
  });
});
