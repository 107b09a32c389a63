import { describe, expect, it } from '@jest/globals';
import { type CustomerDecision, decideCustomer } from './customer-decision.rules.ts';

const side = (name: string, isChanged = false, isActive = true) => ({ name, isChanged, isActive });

describe('what is done with a client and its customer', () => {
  it.each<[string, ReturnType<typeof side>, ReturnType<typeof side>, CustomerDecision]>([
    ['nothing where both are equal, whatever has changed', side('A', true), side('A', true), 'unchanged'],
    ['the client is written where it alone has changed', side('B', true), side('A'), 'push'],
    ['the name is taken over where the customer alone has changed', side('A'), side('B', true), 'pull'],
    ['somebody decides where both have changed', side('B', true), side('C', true), 'conflict'],
    ['the client is written where it was linked by hand', side('A'), side('B'), 'push'],
    ['its state is written whatever has changed', side('A', false, false), side('A', true), 'push'],
  ])('%s', (_, client, customer, decision) => {
    expect(decideCustomer({ client, customer, mayPull: true, isForced: false })).toBe(decision);
  });

  it('names are not taken over unless that is allowed, and written over when it is demanded', () => {
    const renamed = { client: side('A'), customer: side('B', true) };
    expect(decideCustomer({ ...renamed, mayPull: false, isForced: false })).toBe('conflict');
    expect(decideCustomer({ ...renamed, mayPull: false, isForced: true })).toBe('push');
  });
});
