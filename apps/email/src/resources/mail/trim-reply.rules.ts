/** Mails carry this line above what they quote; what comes below it was not written by the sender. */
export const REPLY_DELIMITER = '##- Please type your reply above this line -##';

/** Longer lines are looked at by their beginning alone. */
const LOOKED_AT = 400;
const SIGNATURE_LINES = 12;

/** `On … wrote:` in the languages of common clients. */
const ATTRIBUTIONS = [
  /^On .{5,300} wrote:$/,
  /^Am .{5,300} schrieb .{0,200}:$/,
  /^Am .{5,300} hat .{1,200} geschrieben:$/,
  /^Le .{5,300} a écrit\s?:$/,
  /^El .{5,300} escribió:$/,
  /^Il .{5,300} ha scritto:$/,
  /^Em .{5,300} escreveu:$/,
  /^Op .{5,300} schreef .{0,200}:$/,
  /^Den .{5,300} skrev .{0,200}:$/,
  /^W dniu .{5,300} pisze:$/,
  /^\d{4}年.{1,300}[:：]$/,
];
const SEPARATORS = [
  /^-{2,}\s?(?:Original Message|Ursprüngliche Nachricht|Message d'origine|Mensaje original|Messaggio originale|Oorspronkelijk bericht)\s?-{2,}$/i,
  /^_{20,}$/,
];
/** Words of the block Outlook puts over what it quotes: sender, date, recipients, subject. */
const BLOCKS = [
  ['From', 'Sent|Date', 'To', 'Subject'],
  ['Von', 'Gesendet|Datum', 'An', 'Betreff'],
  ['De', 'Envoyé|Date', 'À|A', 'Objet'],
  ['De', 'Enviado(?: el)?|Fecha', 'Para', 'Asunto'],
  ['Da', 'Inviato|Data', 'A', 'Oggetto'],
  ['Van', 'Verzonden|Datum', 'Aan', 'Onderwerp'],
].map((names) => names.map((name) => new RegExp(`^\\*?(?:${name})\\s?:\\*?\\s`, 'i')));
const MOBILE = /^(?:Sent from my |Von meinem .{1,60} gesendet|Envoyé de mon |Get Outlook for |Outlook für |Enviado desde mi )/i;

export interface TrimmedReply {
  readonly text: string;
  /** Whether anything was cut off. */
  readonly isTrimmed: boolean;
}

/** Cuts quoted text and signature off a reply, in linear time. A cut that leaves nothing is not made. */
export function trimReply(full: string): TrimmedReply {
  const lines = full.split('\n');
  const kept = withoutSignature(withoutQuotes(lines.slice(0, quoteStart(lines))));
  const text = kept.join('\n').trim();
  if (text === '') return { text: full.trim(), isTrimmed: false };
  return { text, isTrimmed: text !== full.trim() };
}

/** Line at which what the sender did not write begins. */
function quoteStart(lines: readonly string[]): number {
  const lastQuote = lines.findLastIndex((line) => line.trimStart().startsWith('>'));
  for (let at = 0; at < lines.length; at++) {
    const line = lookAt(lines[at]);
    if (line.includes(REPLY_DELIMITER)) return beforeAttribution(lines, at);
    if (SEPARATORS.some((pattern) => pattern.test(line)) && (line.startsWith('-') || isBlock(lines, at + 1))) return at;
    if (isBlock(lines, at)) return at;
    const attribution = attributionLength(lines, at);
    if (attribution > 0 && quotesFollow(lines, at + attribution, lastQuote)) return at;
  }
  return lines.length;
}

/** An attribution right above the delimiter belongs to the client, not to the sender. */
function beforeAttribution(lines: readonly string[], delimiter: number): number {
  for (let at = delimiter - 1; at >= Math.max(0, delimiter - 6); at--)
    if (attributionLength(lines, at) > 0 || isBlock(lines, at)) return at;
  return delimiter;
}

/** How many lines an attribution takes; clients wrap it. */
function attributionLength(lines: readonly string[], at: number): number {
  let joined = '';
  for (let count = 1; count <= 3; count++) {
    const line = lookAt(lines[at + count - 1]);
    if (line === '') return 0;
    joined = count === 1 ? line : `${joined} ${line}`;
    if (joined.endsWith(':') && ATTRIBUTIONS.some((pattern) => pattern.test(joined))) return count;
  }
  return 0;
}

/** What follows an attribution is quoted, or indented text of a client that marks nothing: then the rest is a quote too. */
function quotesFollow(lines: readonly string[], from: number, lastQuote: number): boolean {
  const next = lines.slice(from, from + 5).find((line) => line.trim() !== '');
  return next === undefined || next.trimStart().startsWith('>') || lastQuote < from;
}

/** All four lines, close to each other and in their order: a single "Subject:" is text like any other. */
function isBlock(lines: readonly string[], at: number): boolean {
  return BLOCKS.some(([sender, ...others]) => {
    if (!sender?.test(`${lookAt(lines[at])} `)) return false;
    const near = lines.slice(at + 1, at + 8).map((line) => `${lookAt(line)} `);
    return others.every((pattern) => near.some((line) => pattern.test(line)));
  });
}

function withoutQuotes(lines: readonly string[]): string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1]?.trim() === '' || lines[end - 1]?.trimStart().startsWith('>') === true)) end--;
  return lines.slice(0, end);
}

function withoutSignature(lines: readonly string[]): string[] {
  for (let at = Math.max(1, lines.length - SIGNATURE_LINES); at < lines.length; at++)
    if (/^--\s?$/.test(lines[at] ?? '') || MOBILE.test(lookAt(lines[at]))) return lines.slice(0, at);
  return [...lines];
}

const lookAt = (line: string | undefined) => (line ?? '').slice(0, LOOKED_AT).trim();
