import { describe, expect, it } from '@jest/globals';
import { Pace } from './pace.ts';

describe('the pace of calls', () => {
  it('lets a company wait when it has made as many as are allowed, and no other', async () => {
    const pace = new Pace({ perSecond: 2, perMinute: 100 });
    const admitted: string[] = [];
    const call = (company: string) => pace.admit(company).then(() => admitted.push(company));
    await Promise.all([call('a'), call('a'), call('a'), call('b')]);
    expect(admitted).toEqual(['a', 'a', 'b', 'a']);
  });
});
