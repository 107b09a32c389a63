import { describe, expect, it } from '@jest/globals';
import { ApiError, invalidField } from '@psa/contract-kit';
import { checkThenWrite } from './check-then-write.ts';

describe('items of a bulk request', () => {
  const log: string[] = [];
  const check = async (item: string) => {
    log.push(`check ${item}`);
    if (item === 'unknown') throw invalidField('name', 'is unknown');
    if (item === 'failing') throw new ApiError('SERVICE_UNAVAILABLE');
    return item.toUpperCase();
  };
  const write = async (item: string) => {
    log.push(`write ${item}`);
    if (item === 'TAKEN') throw new ApiError('CONFLICT', 'It is taken');
    return item.length;
  };

  it('are all checked before the first is written, and succeed or fail on their own', async () => {
    log.length = 0;
    expect(await checkThenWrite(['one', 'unknown', 'taken', 'three'], check, write)).toEqual([
      { result: 3 },
      { refusal: { code: 'VALIDATION_ERROR', message: 'name: is unknown' } },
      { refusal: { code: 'CONFLICT', message: 'It is taken' } },
      { result: 5 },
    ]);
    expect(log).toEqual(['check one', 'check unknown', 'check taken', 'check three', 'write ONE', 'write TAKEN', 'write THREE']);
  });

  it('are skipped after an error of the service', async () => {
    log.length = 0;
    await expect(checkThenWrite(['one', 'failing', 'three'], check, write)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(log).toEqual(['check one', 'check failing']);
  });
});
