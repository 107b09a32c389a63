import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { reencodeImage } from './reencode-image.ts';

describe('a picture that is drawn anew', () => {
  const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a3161f' } });

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'comes as %s and is kept as a small WebP, the same for the same file',
    async (format) => {
      const file = await canvas(1600, 400)[format]().toBuffer();
      const picture = await reencodeImage('file', { field: 'file', bytes: file });
      expect(await sharp(picture.bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 128 });
      expect(picture).toMatchObject({ media_type: 'image/webp', checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect((await reencodeImage('file', { field: 'file', bytes: file })).checksum).toBe(picture.checksum);
    },
  );

  it('is in its own field', async () => {
    await expect(reencodeImage('logo', { field: 'file', bytes: await canvas(4, 4).png().toBuffer() })).rejects.toMatchObject({
      details: [{ path: ['logo'], code: 'required' }],
    });
  });

  it.each<[string, string, () => Buffer | Promise<Buffer>]>([
    ['unsupported_format', 'nothing', () => Buffer.alloc(0)],
    ['unsupported_format', 'a TIFF, which the library could read', () => canvas(4, 4).tiff().toBuffer()],
    ['unsupported_format', 'an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['unreadable', 'only how a JPEG begins', () => Buffer.from([0xff, 0xd8, 0xff])],
    ['unreadable', 'half a picture', async () => (await canvas(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 4000)],
    ['unreadable', 'more pixels than may be', () => canvas(8001, 8001).png().toBuffer()],
  ])('is %s when it is %s', async (code, _, make) => {
    await expect(reencodeImage('logo', { field: 'logo', bytes: await make() })).rejects.toMatchObject({
      status: 400,
      code: 'VALIDATION_ERROR',
      details: [{ path: ['logo'], code }],
    });
  });
});
