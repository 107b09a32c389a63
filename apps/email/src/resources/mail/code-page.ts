/** Names of encodings by the numbers Windows gives them. */
const ENCODINGS: Readonly<Record<number, string>> = {
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  1250: 'windows-1250',
  1251: 'windows-1251',
  1252: 'windows-1252',
  1253: 'windows-1253',
  1254: 'windows-1254',
  1255: 'windows-1255',
  1256: 'windows-1256',
  1257: 'windows-1257',
  1258: 'windows-1258',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** The text of bytes in a code page; one that is unknown is read as Western European. */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  return new TextDecoder(ENCODINGS[codePage] ?? 'windows-1252').decode(bytes);
}
