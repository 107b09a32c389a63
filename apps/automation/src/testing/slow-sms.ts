import { eventually } from '@psa/test-kit';
import type { Ports } from '../automation-app.ts';

/** A provider of text messages that keeps each caller waiting until it is told to answer. */
export class SlowSms {
  readonly calls: {
    readonly message: string;
    readonly idempotencyKey: string;
    readonly answer: () => void;
    readonly refuse: (error: Error) => void;
  }[] = [];

  send: Ports['sms']['send'] = ({ message, idempotencyKey }) =>
    new Promise((resolve, reject) => {
      this.calls.push({ message, idempotencyKey, answer: resolve, refuse: reject });
    });

  call(number: number): Promise<SlowSms['calls'][number]> {
    return eventually(() => this.calls[number] ?? false);
  }

  /** The call of a text, once it has come. @param number which of them, from 0 */
  callOf(message: string, number = 0): Promise<SlowSms['calls'][number]> {
    return eventually(() => this.calls.filter((call) => call.message === message)[number] ?? false);
  }
}
