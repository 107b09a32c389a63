import { type Acted, actedKey } from './decide.rules.ts';

/** What an attempt came to, or why it could not be made. */
export type Attempted<Result> = { readonly decision: Acted } & ({ readonly result: Result } | { readonly error: unknown });

/** The actions that threads of one execution have under way side by side. What they come to is taken one after the other. */
export class ActionsUnderWay<Result> {
  readonly #keys = new Set<string>();
  readonly #ended: Attempted<Result>[] = [];
  #wake = () => {};

  /** Those whose result has not been taken, by `actedKey`. */
  get keys(): ReadonlySet<string> {
    return this.#keys;
  }

  start(decision: Acted, attempt: () => Promise<Result>): void {
    this.#keys.add(actedKey(decision));
    attempt().then(
      (result) => this.#end({ decision, result }),
      (error: unknown) => this.#end({ decision, error }),
    );
  }

  /** Waits until one has ended. @param patienceMs at most so long @returns undefined when none has */
  async next(patienceMs: number): Promise<Attempted<Result> | undefined> {
    if (this.#ended.length === 0) await this.#untilEnd(patienceMs);
    const ended = this.#ended.shift();
    if (ended !== undefined) this.#keys.delete(actedKey(ended.decision));
    return ended;
  }

  async #untilEnd(patienceMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, patienceMs);
    });
    clearTimeout(timer);
  }

  #end(attempted: Attempted<Result>): void {
    this.#ended.push(attempted);
    this.#wake();
  }
}
