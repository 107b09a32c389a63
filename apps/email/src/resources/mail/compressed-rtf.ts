const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const HEADER = 16;
/** More is not read: a few bytes may stand for many. */
const MAX_RTF = 5 * 1024 * 1024;

const WINDOW = 4096;
/** What the window holds at the start (MS-OXRTFCP 2.1.2.1). */
const PRELUDE = Buffer.from(
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx',
  'latin1',
);

/** Unpacks compressed RTF (MS-OXRTFCP) as far as it goes. @returns undefined when it is none */
export function decompressRtf(packed: Buffer): Buffer | undefined {
  if (packed.length < HEADER) return undefined;
  const size = Math.min(packed.readUInt32LE(4), MAX_RTF);
  const type = packed.readUInt32LE(8);
  if (type === UNCOMPRESSED) return packed.subarray(HEADER, HEADER + size);
  return type === COMPRESSED ? inflate(packed.subarray(HEADER), size) : undefined;
}

/** Eight runs after each control byte: a literal byte, or a place in the window with a length. */
function inflate(packed: Buffer, size: number): Buffer {
  const window = Buffer.alloc(WINDOW);
  let end = PRELUDE.copy(window);
  const out = Buffer.alloc(size);
  let written = 0;
  const write = (byte: number) => {
    window[end] = byte;
    end = (end + 1) % WINDOW;
    out[written++] = byte;
  };
  for (let at = 0; at < packed.length;) {
    const control = packed.readUInt8(at++);
    for (let bit = 0; bit < 8; bit++) {
      const isReference = ((control >> bit) & 1) === 1;
      if (written === size || at + (isReference ? 2 : 1) > packed.length) return out.subarray(0, written);
      if (!isReference) write(packed.readUInt8(at++));
      else {
        const reference = packed.readUInt16BE(at);
        at += 2;
        const from = reference >> 4;
        // It refers to the next byte, which nothing holds yet: the end.
        if (from === end) return out.subarray(0, written);
        for (let step = 0; step < (reference & 0xf) + 2 && written < size; step++) write(window.readUInt8((from + step) % WINDOW));
      }
    }
  }
  return out.subarray(0, written);
}
