import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { lineLog } from './line-log.ts';
import { createLog } from './log.ts';

describe('a log of lines of one kind', () => {
  let text = '';
  const logOf = (level: string) =>
    createLog(
      'kit',
      level,
      new Writable({
        write(chunk, _, done) {
          text += String(chunk);
          done();
        },
      }),
      '1.2',
    );

  const turn = () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    });

  it('writes what the log itself would', async () => {
    const log = logOf('info');
    text = '';
    log.info({ status: 200, route: '/x' }, 'request');
    lineLog(log, 'request')(',"status":200,"route":"/x"');
    await turn();
    const [usual, line] = text
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one) as object);
    expect(line).toEqual({ ...usual, time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown });
    expect(Object.keys(line ?? {})).toEqual(Object.keys(usual ?? {}));
  });

  it('says of each line when it was', async () => {
    const write = lineLog(logOf('info'), 'request');
    text = '';
    const before = Date.now();
    write('');
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
    write('');
    await turn();
    const [first = 0, second = 0] = text
      .trimEnd()
      .split('\n')
      .map((one) => Date.parse((JSON.parse(one) as { time: string }).time));
    expect(first).toBeGreaterThanOrEqual(before);
    expect(second - first).toBeGreaterThanOrEqual(15);
  });

  it('writes the lines of a turn together, and those of the next after them', async () => {
    const writes: string[] = [];
    const write = lineLog(
      createLog('kit', 'info', {
        write: (chunk) => {
          writes.push(chunk);
        },
      }),
      'request',
    );
    write(',"status":200');
    write(',"status":201');
    await turn();
    write(',"status":202');
    await turn();
    const statuses = writes.map((lines) =>
      lines
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { status: number }).status),
    );
    expect(statuses).toEqual([[200, 201], [202]]);
  });

  it('writes nothing when the log does not', async () => {
    text = '';
    lineLog(logOf('warn'), 'request')(',"status":200');
    await turn();
    expect(text).toBe('');
  });
});
