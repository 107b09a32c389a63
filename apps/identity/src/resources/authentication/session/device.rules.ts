import { createHash } from 'node:crypto';

/** What a browser says it is, for people who look at their sessions; nothing is decided by it. */
export interface Device {
  readonly device_name: string;
  readonly device_type: 'desktop' | 'mobile' | 'tablet' | 'program' | 'unknown';
  readonly device_fingerprint: string;
}

/** In the order of asking: browsers name those they are made of as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** @param userAgent null when there was none */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? '';
  const device_fingerprint = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const browser = named(BROWSERS, text);
  const system = named(SYSTEMS, text);
  if (!text.startsWith('Mozilla/')) {
    const [program = ''] = text.split(/[\s/]/, 1);
    return {
      device_name: program === '' ? 'Unknown device' : program,
      device_type: program === '' ? 'unknown' : 'program',
      device_fingerprint,
    };
  }
  const device_name = [browser ?? 'Browser', ...(system === undefined ? [] : [`on ${system}`])].join(' ');
  return { device_name, device_type: typeOf(text, system), device_fingerprint };
}

function typeOf(text: string, system: string | undefined): Device['device_type'] {
  if (system === 'iPad' || (system === 'Android' && !/\bMobile\b/.test(text))) return 'tablet';
  if (system === 'iPhone' || system === 'Android') return 'mobile';
  return system === undefined ? 'unknown' : 'desktop';
}

function named(list: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}
