import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/** What a link does to what goes over it. */
export type LinkState =
  | { kind: 'open' }
  /** Existing connections end, new ones are refused at once. */
  | { kind: 'refuse' }
  /** Bytes vanish and nobody is told, as behind a firewall that drops; `way` for one direction only. */
  | { kind: 'blackhole'; way?: 'there' | 'back' }
  | { kind: 'slow'; delayMs: number; bytesPerSecond?: number }
  /** Each connection is reset after so many bytes of answers. */
  | { kind: 'reset'; afterBytes: number };

const OPEN: LinkState = { kind: 'open' };

/** A TCP link between a process and a server that can be made to fail. */
export class FaultLink {
  readonly #target: number;
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #state: LinkState = OPEN;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((near) => this.#carry(near));
  }

  static async open(target: number): Promise<FaultLink> {
    const link = new FaultLink(target);
    await new Promise<void>((resolve) => {
      link.#server.listen(0, '127.0.0.1', resolve);
    });
    return link;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  set(state: LinkState): void {
    this.#state = state;
    if (state.kind === 'refuse') this.#breakOff();
  }

  heal(): void {
    // What went into a hole is lost to both sides: such a connection would hang for ever.
    if (this.#state.kind === 'blackhole' || this.#state.kind === 'reset') this.#breakOff();
    this.#state = OPEN;
  }

  close(): void {
    this.#server.close();
    this.#breakOff();
  }

  #breakOff(): void {
    for (const [near, far] of this.#pairs) {
      near.resetAndDestroy();
      far.resetAndDestroy();
    }
  }

  #carry(near: Socket): void {
    near.on('error', () => {});
    if (this.#state.kind === 'refuse') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.#target, '127.0.0.1');
    far.on('error', () => near.destroy());
    near.setNoDelay(true);
    far.setNoDelay(true);
    const pair = [near, far] as const;
    this.#pairs.add(pair);
    near.on('close', () => {
      far.destroy();
      this.#pairs.delete(pair);
    });
    far.on('close', () => {
      near.destroy();
    });
    near.pipe(this.#passage('there', near)).pipe(far);
    far.pipe(this.#passage('back', near)).pipe(near);
  }

  #passage(way: 'there' | 'back', near: Socket): Transform {
    let passed = 0;
    const pass = (chunk: Buffer, done: TransformCallback): void => {
      const state = this.#state;
      passed += chunk.length;
      if (state.kind === 'blackhole' && (state.way ?? way) === way) done();
      else if (state.kind === 'slow')
        setTimeout(
          done,
          state.delayMs + (state.bytesPerSecond === undefined ? 0 : (chunk.length / state.bytesPerSecond) * 1000),
          null,
          chunk,
        );
      else if (state.kind === 'reset' && way === 'back' && passed > state.afterBytes) {
        done();
        near.resetAndDestroy();
      } else done(null, chunk);
    };
    return new Transform({ transform: (chunk: Buffer, _encoding, done) => pass(chunk, done) });
  }
}
