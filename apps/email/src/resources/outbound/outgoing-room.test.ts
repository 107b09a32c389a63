import { describe, expect, it } from '@jest/globals';
import { withOutgoingRoom } from './outgoing-room.ts';

const MIB = 1024 * 1024;

describe('room for outgoing mails', () => {
  /** Mails that are composed and sent when the test says so. */
  const mails = () => {
    const seen: string[] = [];
    const steps = new Map<string, () => void>();
    const step = (name: string) =>
      new Promise<string>((resolve) => {
        seen.push(name);
        steps.set(name, () => resolve(name));
      });
    const leave = (name: string, size: number, signal = new AbortController().signal) =>
      withOutgoingRoom({ size, signal, compose: () => step(`compose ${name}`), send: () => step(`send ${name}`) });
    const go = async (name: string) => {
      steps.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { seen, leave, go };
  };

  it('has large ones composed one after the other, also while a mail server is slow to take the first', async () => {
    const { seen, leave, go } = mails();
    const both = [leave('first', 20 * MIB), leave('second', 20 * MIB)];
    expect(seen).toEqual(['compose first']);
    await go('compose first');
    expect(seen.sort()).toEqual(['compose first', 'compose second', 'send first']);
    await go('compose second');
    await go('send second');
    await go('send first');
    await Promise.all(both);
  });

  it('lets small ones pass', async () => {
    const { seen, leave, go } = mails();
    const large = leave('large', 24 * MIB);
    const small = leave('small', MIB);
    expect(seen).toEqual(['compose large', 'compose small']);
    for (const name of ['compose small', 'send small', 'compose large', 'send large']) await go(name);
    await Promise.all([large, small]);
  });

  it('ends the wait of one whose time is over', async () => {
    const { leave, go } = mails();
    const giveUp = new AbortController();
    const first = leave('first', 20 * MIB);
    const late = leave('late', 20 * MIB, giveUp.signal);
    giveUp.abort(new Error('too late'));
    await expect(late).rejects.toThrow('too late');
    for (const name of ['compose first', 'send first']) await go(name);
    await first;
  });
});
