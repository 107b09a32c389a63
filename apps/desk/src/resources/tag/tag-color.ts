import { crc32 } from 'node:zlib';

/** Default colours of a tag, derived from its text: the same text has the same colours everywhere. */
export function defaultTagColors(text: string): { background_color: string; text_color: string } {
  const hue = crc32(text) % 360;
  return { background_color: hex(hue, 0.65, 0.85), text_color: hex(hue, 0.8, 0.22) };
}

/** HSL to #RRGGBB. */
function hex(hue: number, saturation: number, lightness: number): string {
  const spread = saturation * Math.min(lightness, 1 - lightness);
  const channel = (shift: number) => {
    const position = (shift + hue / 30) % 12;
    const value = lightness - spread * Math.max(-1, Math.min(position - 3, 9 - position, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`.toUpperCase();
}
