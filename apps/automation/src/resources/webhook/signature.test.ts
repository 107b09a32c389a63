import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { isSigned, makeSigningSecret, signatureHeaders } from './signature.ts';

const body = JSON.stringify({ name: 'Prüfung ✓' });

describe('signatures', () => {
  it('are verified by the public library, under either of two secrets', () => {
    const [previous, current, other] = [makeSigningSecret(), makeSigningSecret(), makeSigningSecret()];
    const headers = signatureHeaders([current, previous], 'msg_1', Date.now(), body);
    for (const secret of [previous, current]) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(current).verify(`${body} `, headers)).toThrow('No matching signature');
    expect(() => new Webhook(current).verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow('No matching signature');
  });

  it('made by the public library are verified here', () => {
    const secret = makeSigningSecret();
    const at = new Date();
    const message = {
      message_id: 'msg_1',
      timestamp: String(Math.floor(at.getTime() / 1000)),
      signature: new Webhook(secret).sign('msg_1', at, body),
      body,
    };
    expect(isSigned([makeSigningSecret(), secret], message, at.getTime())).toBe(true);
    expect(isSigned([makeSigningSecret()], message, at.getTime())).toBe(false);
    expect(isSigned([secret], { ...message, body: 'x' }, at.getTime())).toBe(false);
    expect(isSigned([secret], { ...message, signature: `v1,x ${message.signature}` }, at.getTime())).toBe(true);
  });

  it('are good for five minutes', () => {
    const secret = makeSigningSecret();
    const now = Date.now();
    const headers = signatureHeaders([secret], 'msg_1', now, body);
    const message = {
      message_id: 'msg_1',
      timestamp: headers['webhook-timestamp'] as string,
      signature: headers['webhook-signature'] as string,
      body,
    };
    expect([-301_000, -299_000, 0, 299_000, 302_000].map((offset) => isSigned([secret], message, now + offset))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  it('are made with 32 random bytes', () => {
    const secrets = Array.from({ length: 50 }, makeSigningSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  });
});
