import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { caller, signToken, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import sharp, { type Sharp } from 'sharp';
import { clientsService } from '../../clients-service.ts';
import { makeClient, makeContact } from '../../testing/make.ts';
import { pictureForm } from '../../testing/picture.fixtures.ts';
import { fakes } from '../../testing/fakes.ts';

describe('pictures', () => {
  let service: TestService;
  let api: TestApi;
  let me: TestCaller;

  beforeAll(async () => {
    service = await TestService.start(clientsService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const drawing = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } });
  const bytes = async (picture: Sharp) => Uint8Array.from(await picture.toBuffer());
  const owners = async (): Promise<[string, string, string, string]> => {
    const { client_id } = await makeClient(api);
    return [`/api/v1/clients/${client_id}`, 'logo', 'logoUrl', client_id];
  };
  const contact = async (): Promise<[string, string, string, string]> => {
    const { contact_name_id } = await makeContact(api);
    return [`/api/v1/contacts/${contact_name_id}`, 'avatar', 'avatarUrl', contact_name_id];
  };
  const put = (path: string, form: FormData, headers = {}) => api.send('PUT', path, { body: form, headers });
  const download = async (path: string, headers = {}) =>
    fetch(new URL(path, api.baseUrls[0]), { headers: { authorization: `Bearer ${await signToken(me, 'clients')}`, ...headers } });

  it.each([
    ['a client', owners, clientEvents.updated.type],
    ['a contact', contact, contactEvents.updated.type],
  ] as const)('are given to %s, shown, replaced and taken away', async (_, make, updated) => {
    const [path, part, member, id] = await make();
    expect((await api.get(`${path}/${part}`)).status).toBe(404);
    const first = await put(`${path}/${part}`, pictureForm(await bytes(drawing(2000, 1000).png())));
    expect({ status: first.status, url: first.body.data[member] }).toEqual({
      status: 200,
      url: expect.stringMatching(`^${path}/${part}\\?v=[0-9a-f]{8}$`),
    });

    const shown = await download(first.body.data[member]);
    expect(Object.fromEntries(['content-type', 'x-content-type-options'].map((name) => [name, shown.headers.get(name)]))).toEqual({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
    });
    expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ format: 'webp', width: 512, height: 256, hasAlpha: true });
    expect((await download(`${path}/${part}`, { 'if-none-match': shown.headers.get('etag') ?? '' })).status).toBe(304);

    const second = await put(`${path}/${part}`, pictureForm(await bytes(drawing(20, 10).jpeg())));
    expect(second.body.data[member]).not.toBe(first.body.data[member]);
    const told = (await service.events(me.tenant)).filter(({ type }) => type === updated);
    expect(told).toMatchObject([
      { subject: id, aggregateversion: 2, data: { changed: [part] } },
      { subject: id, aggregateversion: 3 },
    ]);

    expect((await api.delete(`${path}/${part}`)).status).toBe(204);
    expect((await api.get(path)).body.data[member]).toBeNull();
    expect(await service.sql('select 1 from pictures where owner_id = $1', [id])).toEqual([]);
  });

  it('go with their owner', async () => {
    for (const make of [owners, contact]) {
      const [path, part, , id] = await make();
      await put(`${path}/${part}`, pictureForm());
      expect((await api.delete(path)).status).toBe(204);
      expect(await service.sql('select 1 from pictures where owner_id = $1', [id])).toEqual([]);
    }
  });

  it('keep nothing of a file but its pixels', async () => {
    const [path, part] = await owners();
    const secret = 'GPS 39.96, -83.00';
    const upright = drawing(30, 10)
      .jpeg()
      .withExif({ IFD0: { Copyright: secret } })
      .withMetadata({ orientation: 6 });
    const withPlace = Buffer.concat([await upright.toBuffer(), Buffer.from(`<script>${secret}</script>`)]);
    expect((await put(`${path}/${part}`, pictureForm(Uint8Array.from(withPlace)))).status).toBe(200);
    const kept = Buffer.from(await (await download(`${path}/${part}`)).arrayBuffer());
    expect(kept.includes(secret)).toBe(false);
    expect(await sharp(kept).metadata()).toMatchObject({ width: 10, height: 30 });
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
  });

  it.each<[string, () => Promise<FormData>]>([
    ['text', async () => pictureForm(Uint8Array.from(Buffer.from('hello')))],
    ['an empty file', async () => pictureForm(new Uint8Array())],
    [
      'a drawing that may run scripts',
      async () =>
        pictureForm(
          Uint8Array.from(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')),
          'file',
          'image/svg+xml',
        ),
    ],
    [
      'half a picture',
      async () => {
        const whole = await bytes(drawing(300, 300).png());
        return pictureForm(whole.slice(0, whole.length / 2));
      },
    ],
    ['more pixels than may be', async () => pictureForm(await bytes(drawing(8001, 8001).png({ compressionLevel: 9 })))],
    ['another form field', async () => pictureForm(undefined, 'logo')],
  ])(
    'are not %s',
    async (_, form) => {
      const [path, part] = await owners();
      const { status, body } = await put(`${path}/${part}`, await form());
      expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: ['file'] });
      expect((await api.get(path)).body.data.logoUrl).toBeNull();
    },
    30_000,
  );

  it('have a largest size', async () => {
    const [path, part] = await owners();
    expect((await put(`${path}/${part}`, pictureForm(new Uint8Array(5 * 1024 * 1024 + 1)))).status).toBe(413);
  });
});
