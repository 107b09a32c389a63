import { describe, expect, it } from '@jest/globals';
import { deviceOf } from './device.rules.ts';

const MOZILLA = 'Mozilla/5.0';

describe('a device by what it says of itself', () => {
  it.each<[string | null, string, string]>([
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
      'Edge on Windows',
      'desktop',
    ],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`,
      'Chrome on Windows',
      'desktop',
    ],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
      'Safari on macOS',
      'desktop',
    ],
    [`${MOZILLA} (X11; Ubuntu; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0`, 'Firefox on Linux', 'desktop'],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
      'mobile',
    ],
    [
      `${MOZILLA} (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/604.1`,
      'Safari on iPad',
      'tablet',
    ],
    [
      `${MOZILLA} (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36`,
      'Chrome on Android',
      'mobile',
    ],
    [
      `${MOZILLA} (Linux; Android 15; SM-X910) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
      'Samsung Internet on Android',
      'tablet',
    ],
    [`${MOZILLA} (Haiku) Something`, 'Browser', 'unknown'],
    ['curl/8.5.0', 'curl', 'program'],
    ['PostmanRuntime/7.43', 'PostmanRuntime', 'program'],
    [null, 'Unknown device', 'unknown'],
    ['', 'Unknown device', 'unknown'],
  ])('%j is %s', (userAgent, device_name, device_type) => {
    expect(deviceOf(userAgent)).toMatchObject({ device_name, device_type, device_fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });
});
