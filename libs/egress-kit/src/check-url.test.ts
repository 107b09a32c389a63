import { describe, expect, it } from '@jest/globals';
import { checkEgressUrl } from './check-url.ts';
import { egressPolicy } from './egress-policy.ts';

const strict = egressPolicy('');
const refused = (text: string, policy = strict): string | undefined => {
  try {
    checkEgressUrl(text, policy);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('an address that a user chose', () => {
  it.each([
    'https://api.example.com',
    'https://api.example.com:8443/path?x=1',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://EXAMPLE.com.',
  ])('may be %s', (text) => expect(refused(text)).toBeUndefined());

  it.each([
    ['http://api.example.com', 'must begin with https://'],
    ['ftp://api.example.com', 'must begin with https://'],
    ['file:///etc/passwd', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['https://user:secret@api.example.com', 'must not hold credentials'],
    ['https://api.example.com@evil.example.com', 'must not hold credentials'],
    ['https://api.example.com:22', 'must use port 443 or 8443'],
    ['https://api.example.com:5432', 'must use port 443 or 8443'],
    ['https://localhost', 'must be reachable from the public internet'],
    ['https://LOCALHOST.', 'must be reachable from the public internet'],
    ['https://app.localhost', 'must be reachable from the public internet'],
    ['https://postgres', 'must be reachable from the public internet'],
    ['https://gateway.default.svc', 'must be reachable from the public internet'],
    ['https://gateway.default.svc.cluster.local', 'must be reachable from the public internet'],
    ['https://metadata.google.internal', 'must be reachable from the public internet'],
    ['https://nas.home.arpa', 'must be reachable from the public internet'],
    ['https://127.0.0.1', 'must be reachable from the public internet'],
    ['https://127.1', 'must be reachable from the public internet'],
    ['https://0x7f.1', 'must be reachable from the public internet'],
    ['https://2130706433', 'must be reachable from the public internet'],
    ['https://0177.0.0.1', 'must be reachable from the public internet'],
    ['https://169.254.169.254/latest/meta-data', 'must be reachable from the public internet'],
    ['https://[::1]', 'must be reachable from the public internet'],
    ['https://[::ffff:10.0.0.1]', 'must be reachable from the public internet'],
    ['https://１２７.0.0.1', 'must be reachable from the public internet'],
    ['not an address', 'must be an address'],
    ['', 'must be an address'],
  ])('may not be %s', (text, reason) => expect(refused(text)).toBe(reason));

  it('may be what the operator allows, by any port and without TLS', () => {
    const policy = egressPolicy('rmm.lan, 10.1.0.0/16, 127.0.0.1, fd00::/8');
    for (const text of ['http://rmm.lan:8000', 'https://rmm.lan', 'http://10.1.2.3:81', 'http://127.0.0.1:9', 'http://[fd00::7]:80']) {
      expect([text, refused(text, policy)]).toEqual([text, undefined]);
    }
    for (const text of ['http://other.lan', 'https://10.2.0.1', 'http://127.0.0.2', 'ftp://rmm.lan', 'http://a:b@rmm.lan']) {
      expect([text, refused(text, policy)]).not.toEqual([text, undefined]);
    }
  });
});

describe("the operator's list", () => {
  it.each(['10.0.0.0/33', '10.0.0/8', 'fd00::/129', 'http://host', 'host:80', '-host', '*.example.com'])('does not take %s', (entry) => {
    expect(() => egressPolicy(entry)).toThrow(RangeError);
  });
});
