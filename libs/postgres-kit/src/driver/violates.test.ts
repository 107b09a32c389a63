import { describe, expect, it } from '@jest/globals';
import { violates } from './violates.ts';

describe('the constraint a statement failed by', () => {
  it.each([
    ['the constraint itself', { constraint: 'clients_name' }, true],
    ["that of a shard, which ends in the shard's number", { constraint: 'clients_name_102135' }, true],
    [
      'the message of another node',
      { code: '23505', message: 'duplicate key value violates unique constraint "clients_name_102135"' },
      true,
    ],
    [
      'a message that names another',
      { code: '23505', message: 'duplicate key value violates unique constraint "clients_email_102135"' },
      false,
    ],
    ['a message about something else', { code: '42704', message: 'constraint "clients_name" does not exist' }, false],
    ['another that begins the same', { constraint: 'clients_name_2' }, false],
    ['another', { constraint: 'clients_email' }, false],
    ['none', { code: '22012' }, false],
    ['no error of Postgres', new Error('no'), false],
    ['nothing', undefined, false],
  ])('is known by %s', (_, error, is) => {
    expect(violates(error, 'clients_name')).toBe(is);
  });
});
