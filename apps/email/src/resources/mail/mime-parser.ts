import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';

/** Lines that are joined at a time. */
const JOINED_LINES = 2048;

/** The inside of the parser, as far as it is used here. */
interface Inside {
  readonly currentNode: { readonly contentDecoder: { readonly chunks?: (Uint8Array | string)[] } | null };
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>;
}

const Base = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Inside;

/**
 * The parser keeps each line of an unencoded text as two parts of a Blob. A Blob takes a kilobyte and some 20 µs a part: a mail of
 * 10 MB with short lines would occupy the process for minutes, and then its whole memory. Joined lines are as cheap as encoded ones.
 */
class MimeParser extends Base {
  readonly #joined = new WeakMap<object, number>();

  override processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const chunks = this.currentNode.contentDecoder?.chunks;
    if (chunks !== undefined) this.#joinLines(chunks);
    return super.processLine(line, isFinal);
  }

  #joinLines(chunks: (Uint8Array | string)[]): void {
    const joined = this.#joined.get(chunks) ?? 0;
    if (chunks.length - joined < 2 * JOINED_LINES) return;
    const lines = chunks.splice(joined).map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece));
    chunks.push(Buffer.concat(lines));
    this.#joined.set(chunks, joined + 1);
  }
}

/** Takes a mail apart into its parts, in linear time. @throws when parts are nested too deeply */
export function parseMime(raw: Buffer, options: PostalMimeOptions): Promise<Email> {
  return new MimeParser(options).parse(raw);
}
