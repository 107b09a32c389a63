import { connect } from 'node:net';
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
const LENGTH = Buffer.from('content-length: ');
const READ_BYTES = 65_536;
const [ZERO, NINE] = [0x30, 0x39];

/** The number at a place in a head; 0 when there is none. */
function numberAt(bytes: Buffer, at: number): number {
  let value = 0;
  for (let digit = bytes[at] ?? 0; digit >= ZERO && digit <= NINE; digit = bytes[++at] ?? 0) value = value * 10 + digit - ZERO;
  return value;
}

/**
 * Keeps every connection busy with one request at a time. Written on sockets that read into one buffer, because whatever a client
 * costs is taken from those it measures. A head arrives in one piece, and gives its length.
 */
async function run(job: Job): Promise<LoadResult> {
  const requests = job.requests.map((text) => Buffer.from(text));
  const times: number[] = [];
  let [failed, next] = [0, 0];
  const started = performance.now();
  const end = started + job.seconds * 1000;

  const keepBusy = () =>
    new Promise<void>((resolve, reject) => {
      let sent = 0;
      let missing = 0;
      const send = () => {
        sent = performance.now();
        if (sent < end) {
          socket.write(requests[next++ % requests.length] as Buffer);
          return;
        }
        socket.end();
        resolve();
      };
      const read = (size: number, buffer: Buffer) => {
        if (missing === 0) {
          const bytes = buffer.subarray(0, size);
          const lengthAt = bytes.indexOf(LENGTH);
          if (bytes[9] !== 0x32) failed++;
          missing = bytes.indexOf(HEAD_END) + HEAD_END.length + (lengthAt < 0 ? 0 : numberAt(bytes, lengthAt + LENGTH.length));
        }
        missing -= size;
        if (missing === 0) {
          times.push(performance.now() - sent);
          send();
        }
        return true;
      };
      const socket = connect({
        port: job.port,
        host: job.host,
        noDelay: true,
        onread: { buffer: Buffer.allocUnsafe(READ_BYTES), callback: read as (size: number, buffer: Uint8Array) => boolean },
      });
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.on('connect', send);
    });

  await Promise.all(Array.from({ length: job.connections }, keepBusy));
  const seconds = (performance.now() - started) / 1000;
  return { done: times.length, failed, seconds, p50_ms: percentile(times, 0.5), p99_ms: percentile(times, 0.99) };
}

process.on('message', (job: Job) => {
  run(job).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
