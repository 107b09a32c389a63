import encodeQr from 'qr';
import { type Html, html } from '../sign-in/pages/html.ts';

/** Light modules around the code, as ISO/IEC 18004 demands. */
const QUIET_ZONE = 4;
/** What the largest code holds with the correction of errors that is used here. */
const MAX_BYTES = 2_331;

/**
 * A QR code as an SVG drawn into the page, which needs no exception in its policy.
 * @param label for people who cannot see it
 * @returns undefined for a text that is too long for a code
 */
export function qrCode(text: string, label: string): Html | undefined {
  if (Buffer.byteLength(text) > MAX_BYTES) return undefined;
  const rows = encodeQr(text, 'raw', { ecc: 'medium', encoding: 'byte', border: QUIET_ZONE });
  const edge = String(rows.length);
  const path = rows.map(drawRow).join('');
  return html`<svg class="qr" role="img" aria-label="${label}" viewBox="0 0 ${edge} ${edge}" shape-rendering="crispEdges"><path fill="#000" d="${path}"/></svg>`;
}

/** Dark modules beside one another are one rectangle. */
function drawRow(row: readonly boolean[], y: number): string {
  const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
  return [...line.matchAll(/1+/g)].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`).join('');
}
