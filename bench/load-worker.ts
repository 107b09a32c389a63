import { connect, type Socket } from 'node:net';
import { percentile } from './pace.ts';

/** One operation to be put under load for a while. Strings are whole HTTP/1.1 requests. */
export interface Job {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly requests: readonly string[];
}

export interface LoadResult {
  readonly done: number;
  /** Answers that were not 2xx. */
  readonly failed: number;
  readonly seconds: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /content-length: (\d+)/i;

/** Keeps every connection busy with one request at a time. Written on sockets, because a full HTTP client would cost what it measures. */
async function run(job: Job): Promise<LoadResult> {
  const requests = job.requests.map((text) => Buffer.from(text));
  const times: number[] = [];
  let [failed, next] = [0, 0];
  const started = performance.now();
  const end = started + job.seconds * 1000;

  const keepBusy = (socket: Socket) => new Promise<void>((resolve, reject) => {
    let sent = 0;
    let received: Buffer[] = [];
    let missing = -1;
    const send = () => {
      sent = performance.now();
      if (sent >= end) {
        socket.end();
        resolve();
        return;
      }
      received = [];
      missing = -1;
      socket.write(requests[next++ % requests.length] as Buffer);
    };
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk);
      if (missing < 0) {
        const head = received.length === 1 ? chunk : Buffer.concat(received);
        const at = head.indexOf(HEAD_END);
        if (at < 0) return;
        const length = Number(LENGTH.exec(head.toString('latin1', 0, at))?.[1] ?? 0);
        if (head[9] !== 0x32) failed++;
        missing = at + HEAD_END.length + length - head.length;
      } else {
        missing -= chunk.length;
      }
      if (missing > 0) return;
      times.push(performance.now() - sent);
      send();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.setNoDelay(true);
    socket.on('connect', send);
  });

  await Promise.all(Array.from({ length: job.connections }, () => keepBusy(connect(job.port, job.host))));
  const seconds = (performance.now() - started) / 1000;
  return { done: times.length, failed, seconds, p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99) };
}

process.on('message', (job: Job) => {
  run(job).then((result) => process.send?.(result), (error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
