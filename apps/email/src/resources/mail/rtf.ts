import { decodeCodePage } from './code-page.ts';

/** What RTF says, without its looks. */
export interface RtfText {
  readonly text: string;
  /** The HTML the RTF was made of (MS-OXRTFEX); null when it was none. */
  readonly html: string | null;
}

/** Groups within groups; what is nested deeper is not read. */
const MAX_DEPTH = 1_000;

/** Groups that hold no text. Those that begin with `\*` hold none either. */
const SILENT = new Set(['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'object', 'header', 'footer', 'footnote', 'fldinst']);
const TEXTS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00a0',
  _: '-',
  '-': '',
  '\r': '\n',
  '\n': '\n',
};
/** Code pages of fonts by their character set. */
const CHARSETS: Readonly<Record<number, number>> = {
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};

/** What holds within a group, and in those within it. */
interface Group {
  /** The list of fonts, or a piece of the HTML that the RTF was made of. */
  kind: 'text' | 'fonts' | 'html' | 'silent';
  /** Of RTF made of HTML: there for readers of RTF alone. */
  isForRtf: boolean;
  /** Characters after a Unicode one that stand for it in old readers. */
  replacements: number;
  font: number;
}

/** Reads RTF in linear time, as far as it goes. */
export function readRtf(rtf: Buffer): RtfText {
  return new RtfReader(rtf).read();
}

class RtfReader {
  readonly #rtf: string;
  #at = 0;
  #group: Group = { kind: 'text', isForRtf: false, replacements: 1, font: -1 };
  readonly #outer: Group[] = [];
  readonly #fonts = new Map<number, number>();
  #codePage = 1252;
  #isHtml = false;
  /** Whether the group just began with `\*`: readers that do not know it leave it out. */
  #isOptional = false;
  #skipped = 0;
  /** Bytes that wait for the others of their character, and their code page. */
  #bytes: number[] = [];
  #bytesCodePage = 1252;
  #text: string[] = [];
  #html: string[] = [];

  constructor(rtf: Buffer) {
    this.#rtf = rtf.toString('latin1');
  }

  read(): RtfText {
    while (this.#at < this.#rtf.length && this.#outer.length <= MAX_DEPTH) this.#step();
    this.#flush();
    return { text: this.#text.join(''), html: this.#isHtml ? this.#html.join('') : null };
  }

  #step(): void {
    const char = this.#rtf.charAt(this.#at++);
    if (char === '\\') this.#control();
    else if (char === '{' || char === '}') this.#enterOrLeave(char);
    else if (char !== '\r' && char !== '\n') this.#byte(char.charCodeAt(0));
  }

  #enterOrLeave(brace: '{' | '}'): void {
    this.#flush();
    if (brace === '{') this.#outer.push({ ...this.#group });
    else this.#group = this.#outer.pop() ?? this.#group;
    this.#skipped = 0;
    this.#isOptional = false;
  }

  #control(): void {
    const word = this.#match(/([a-z]{1,32})(-?\d{1,10})? ?/iy);
    if (word !== undefined) return this.#word(word[1] ?? '', word[2] === undefined ? undefined : Number(word[2]));
    const hex = this.#match(/'([0-9a-f]{2})/iy);
    if (hex !== undefined) return this.#byte(Number.parseInt(hex[1] ?? '', 16));
    const symbol = this.#rtf.charAt(this.#at++);
    if (symbol === '*') this.#isOptional = true;
    else this.#write(TEXTS[symbol] ?? symbol);
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#rtf);
    if (found !== null) this.#at = pattern.lastIndex;
    return found ?? undefined;
  }

  #word(name: string, value: number | undefined): void {
    const group = this.#group;
    const isOptional = this.#isOptional;
    this.#isOptional = false;
    if (name === 'bin') this.#at += Math.max(0, value ?? 0);
    else if (name === 'u' && value !== undefined) this.#unicode(value);
    else if (name === 'uc') group.replacements = Math.max(0, value ?? 1);
    else if (name === 'ansicpg') this.#codePage = value ?? 1252;
    else if (name === 'mac') this.#codePage = 10000;
    else if (name === 'fromhtml') this.#isHtml = true;
    else if (name === 'htmlrtf') group.isForRtf = value !== 0;
    else if (name === 'htmltag' && isOptional) group.kind = 'html';
    else if (name === 'f') group.font = value ?? -1;
    else if (name === 'fcharset') this.#fonts.set(group.font, CHARSETS[value ?? 0] ?? -1);
    else if (name === 'fonttbl') group.kind = 'fonts';
    else if (isOptional || SILENT.has(name)) group.kind = 'silent';
    else if (TEXTS[name] !== undefined) this.#write(TEXTS[name]);
  }

  #unicode(value: number): void {
    this.#write(String.fromCharCode(value & 0xffff));
    this.#skipped = this.#group.replacements;
  }

  #byte(byte: number): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const ofFont = this.#fonts.get(this.#group.font) ?? -1;
    const codePage = ofFont === -1 ? this.#codePage : ofFont;
    if (codePage !== this.#bytesCodePage) this.#flush();
    this.#bytesCodePage = codePage;
    if (this.#isHeard()) this.#bytes.push(byte);
  }

  /** Text that is none of the font's bytes. */
  #write(text: string): void {
    this.#flush();
    if (this.#isHeard()) this.#put(text);
  }

  #flush(): void {
    if (this.#bytes.length === 0) return;
    this.#put(decodeCodePage(Uint8Array.from(this.#bytes), this.#bytesCodePage));
    this.#bytes = [];
  }

  #isHeard(): boolean {
    const { kind, isForRtf } = this.#group;
    return kind === 'html' || (kind === 'text' && !isForRtf);
  }

  #put(text: string): void {
    this.#html.push(text);
    if (this.#group.kind === 'text') this.#text.push(text);
  }
}
