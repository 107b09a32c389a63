import { describe, expect, it } from '@jest/globals';
import decodeQr from 'qr/decode.js';
import { qrCode } from './qr-code.ts';

/** Pixels of a module: as much as a decoder wants. */
const SCALE = 4;

/** What a camera reads off a drawing. */
function read(svg: string): string {
  const edge = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * SCALE;
  const data = new Uint8Array(edge * edge * 4).fill(255);
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      for (let column = Number(x) * SCALE; column < (Number(x) + Number(length)) * SCALE; column++)
        data.fill(0, (row * edge + column) * 4, (row * edge + column) * 4 + 3);
  return decodeQr({ width: edge, height: edge, data });
}

describe('the drawing of a QR code', () => {
  it.each([
    ['an address of a secret', 'otpauth://totp/Acme:grace%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Acme'],
    ['letters beyond ASCII', 'Zoë & Söhne'],
    ['a long text', 'x'.repeat(500)],
  ])('is read as what it says: %s', (_, text) => {
    expect(read(qrCode(text, 'A code')?.text ?? '')).toBe(text);
  });

  it('is named for people who cannot see it', () => {
    expect(qrCode('a', 'A "code"')?.text).toMatch(/^<svg class="qr" role="img" aria-label="A &quot;code&quot;"/);
  });

  it('is left out where the text is longer than any code', () => {
    expect(qrCode('ä'.repeat(1165), 'A code')).toBeDefined();
    expect(qrCode('ä'.repeat(1166), 'A code')).toBeUndefined();
  });
});
