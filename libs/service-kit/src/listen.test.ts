import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { close, listen } from './listen.ts';

describe('the address of a server', () => {
  const server = createServer((_request, response) => response.end('here'));
  afterEach(() => close(server));

  it.each([
    ['0.0.0.0', /^http:\/\/0\.0\.0\.0:\d+$/],
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['::', /^http:\/\/\[::\]:\d+$/],
  ])('is the one it is bound to: %s', async (host, address) => {
    const url = await listen(server, host, 0);
    expect(url).toMatch(address);
    expect(await (await fetch(url)).text()).toBe('here');
  });
});
