import type { Psa } from '@psa/sdk';
import type { ContractLog } from './contract-log.ts';

/** What every step of a trial works with. */
export interface Trial {
  /** The client, as consumers use it; its requests go through the validating proxy. */
  readonly psa: Psa;
  /** Address of the proxy. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Tells this run's rows from those of others. */
  readonly run: string;
  readonly log: ContractLog;
  readonly signal: AbortSignal;
}

/** A part of what a consumer does. */
export interface TrialStep {
  readonly title: string;
  /** @returns what was seen, in one line @throws AssertionError at the first thing that is not as expected */
  run(trial: Trial): Promise<string>;
}
