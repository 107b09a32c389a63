import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type AroundPassword, passwordWeakness } from './password.rules.ts';

const UNA: AroundPassword = { username: 'una.smith', email: 'una@example.com' };

describe('a password', () => {
  it.each<[string, boolean]>([
    ['correct horse battery', false],
    ['Sup3r-Secret!', false],
    ['tr0ubador&3', false],
    ['password', true],
    ['PassWord1', true],
    ['ｐａｓｓｗｏｒｄ', true],
    ['aaaaaaaaaaaa', true],
    ['abababababab', true],
    ['Una.Smith', true],
    ['una@example.com', true],
    ['una.smith rides a bike', false],
  ])('%j is too easy to guess: %s', (password, weak) => {
    expect(passwordWeakness(password, UNA, 'any') !== undefined).toBe(weak);
  });

  it.each<[string, boolean]>([
    ['correct horse battery', true],
    ['Correct-horse1', false],
    ['CORRECT-HORSE1', true],
    ['Correcthorse1', true],
  ])('under mixed composition %j is refused: %s', (password, weak) => {
    expect(passwordWeakness(password, UNA, 'mixed') !== undefined).toBe(weak);
  });

  it('is never refused for chance text of some length', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 24, maxLength: 128 }).filter((text) => new Set(text.toLowerCase()).size > 5),
        (password) => {
          expect(passwordWeakness(password, {}, 'any')).toBeUndefined();
        },
      ),
    );
  });
});
