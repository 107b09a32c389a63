import { ByteBudget } from '../mail/byte-budget.ts';

const MIB = 1024 * 1024;
/** Up to here the number of mails that leave at the same time bounds what they take. */
const SMALL_BYTES = MIB;
/** A mail that is composed is in memory as its files, in the pieces it is written in, and as it goes over the wire. */
const COPIES = 4;
/** As it goes over the wire: base64 and its line ends. */
const ENCODED = 1.4;
/** All larger mails that one process composes, copies included. */
const composing = new ByteBudget(96 * MIB);
/** Those on their way: more of them, as a mail server may take minutes. */
const sending = new ByteBudget(128 * MIB);

/** The work on one outgoing mail. */
export interface OutgoingWork<Mail, Sent> {
  /** Bytes of its files. */
  readonly size: number;
  /** Ends the wait for room. */
  readonly signal: AbortSignal;
  compose(): Promise<Mail>;
  send(mail: Mail): Promise<Sent>;
}

/**
 * Composes and sends a mail once there is room for it in memory. Small mails wait for no large one, and none is composed while a mail
 * server is slow to take another, as long as there is room for both.
 * @throws the reason of the signal
 */
export function withOutgoingRoom<Mail, Sent>({ size, signal, compose, send }: OutgoingWork<Mail, Sent>): Promise<Sent> {
  if (size <= SMALL_BYTES) return compose().then(send);
  return sending.run(size * ENCODED, async () => send(await composing.run(size * COPIES, compose, signal)), signal);
}
