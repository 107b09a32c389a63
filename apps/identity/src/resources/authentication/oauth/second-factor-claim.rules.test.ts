import { describe, expect, it } from '@jest/globals';
import { provesTwoFactors } from './second-factor-claim.rules.ts';

describe('the methods a provider has checked', () => {
  it.each([[['mfa']], [['pwd', 'otp']], [['pin', 'hwk']], [['fpt', 'swk']]])('prove two factors by %j', (amr) => {
    expect(provesTwoFactors(amr)).toBe(true);
  });

  it.each([[undefined], ['mfa'], [[]], [['pwd']], [['pwd', 'pin']], [['otp', 'sms']], [['unheard-of', 'pwd']]])(
    'prove no second factor by %j',
    (amr) => {
      expect(provesTwoFactors(amr)).toBe(false);
    },
  );
});
