import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { UserWorld } from '../../../testing/user-world.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe("a user's picture", () => {
  let world: UserWorld;
  let path: string;
  let id: string;

  beforeAll(async () => {
    world = await UserWorld.start();
    id = (await world.create())['user_id'] as string;
    path = `/api/v1/users/${id}/avatar`;
  });
  afterAll(() => world.service.stop());

  const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#a3161f' } });
  const form = (bytes: Uint8Array | string, field = 'avatar', name = 'x.png', type = 'image/png') => {
    const data = new FormData();
    data.set(field, new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), name);
    return data;
  };
  const read = async () => {
    const response = await fetch(new URL(path, world.service.running.url), { headers: { authorization: await bearer() } });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const bearer = async () => {
    const { signToken } = await import('@psa/test-kit');
    return `Bearer ${await signToken(world.admin.caller as NonNullable<typeof world.admin.caller>, 'identity')}`;
  };

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)(
    'is taken as %s and given as WebP, small and upright, with nothing else that was in the file',
    async (format) => {
      const photo = canvas(1600, 400)
        .withMetadata({ orientation: 6 })
        .withExif({ IFD0: { Copyright: 'secret place 51.5N' } });
      const source = await photo.toFormat(format).toBuffer();
      const { status, body } = await world.admin.post(path, form(source));
      expect({ status, data: body.data }).toMatchObject({
        status: 200,
        data: { success: true, avatarUrl: expect.stringContaining(`${path}?v=`) },
      });
      const { response, bytes } = await read();
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': 'inline; filename="avatar.webp"',
      });
      const drawn = await sharp(bytes).metadata();
      expect(drawn.format).toBe('webp');
      expect([Math.max(drawn.width, drawn.height), drawn.exif, drawn.orientation]).toEqual([512, undefined, undefined]);
      // GIF has no place for which way is up.
      if (format !== 'gif') expect(drawn.height).toBe(512);
      expect(bytes.includes('secret place')).toBe(false);
      expect((await world.admin.get(`/api/v1/users/${id}`)).body.data).toMatchObject({
        avatarUrl: body.data.avatarUrl,
        image: body.data.avatarUrl,
      });
    },
  );

  it('is found again without being sent twice', async () => {
    const { response } = await read();
    expect((await world.admin.get(path, { headers: { 'if-none-match': response.headers.get('etag') ?? '' } })).status).toBe(304);
    expect((await world.admin.get('/api/v1/users', { query: { has_avatar: true } })).body.data).toMatchObject([{ user_id: id }]);
  });

  it.each<[string, () => FormData | Promise<FormData>]>([
    ['text', () => form('hello')],
    ['an SVG', () => form(SVG, 'avatar', 'x.svg', 'image/svg+xml')],
    ['an SVG that calls itself a PNG', () => form(SVG)],
    ['half a picture', async () => form((await canvas(400, 400).png({ compressionLevel: 0 }).toBuffer()).subarray(0, 4000))],
    ['a picture in another field', async () => form(await canvas(4, 4).png().toBuffer(), 'image')],
    ['a picture that unfolds to more than anybody needs', async () => form(await canvas(9000, 9000).png().toBuffer())],
    ['more than 5 MB', () => form(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(5 * 1024 * 1024)]))],
    ['nothing', () => new FormData()],
  ])('is not %s', async (_, make) => {
    const before = await world.service.sql('select sha256 from user_avatars');
    const { status, body } = await world.admin.post(path, await make());
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'VALIDATION_ERROR' });
    expect(await world.service.sql('select sha256 from user_avatars')).toEqual(before);
  });

  it('is theirs to change, and with the permission others’', async () => {
    const me = await world.somebody('Technician', []);
    const own = `/api/v1/users/${me.caller?.userId}/avatar`;
    expect((await me.post(own, form(await canvas(4, 4).png().toBuffer()))).status).toBe(200);
    expect((await me.get(path)).status).toBe(200);
    expect((await me.post(path, form(await canvas(4, 4).png().toBuffer()))).status).toBe(403);
    expect((await me.delete(path)).status).toBe(403);
    expect((await me.delete(own)).body.data).toEqual({ success: true, message: 'The picture was deleted', avatarUrl: null });
    expect((await me.get(own)).status).toBe(404);
    expect((await me.delete(own)).status).toBe(200);
    expect((await world.admin.post(`/api/v1/users/${randomUUID()}/avatar`, form(await canvas(4, 4).png().toBuffer()))).status).toBe(404);
  });
});
