import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

/** A program of the product in a process of its own, with what it prints. */
export class StartedProgram {
  readonly #child: ChildProcess;
  output = '';

  /** @param main path of its source @param commands arguments, such as `migrate` */
  constructor(main: string, environment: Readonly<Record<string, string>>, ...commands: string[]) {
    this.#child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...commands], {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.output += String(chunk);
      });
  }

  async exited(): Promise<{ code: number | null; signal: string | null; output: string }> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
    return { code: this.#child.exitCode, signal: this.#child.signalCode, output: this.output };
  }

  /** The whole lines it has logged. */
  lines(): Readonly<Record<string, unknown>>[] {
    return this.output
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  signal(name: 'SIGTERM' | 'SIGINT'): void {
    this.#child.kill(name);
  }
}
