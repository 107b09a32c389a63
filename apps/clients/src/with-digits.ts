/** What a text is searched by: a telephone number by its digits as well, anything else by itself alone. */
export function withDigits(text: string): string[] {
  const digits = text.replaceAll(/\D/g, '');
  return /^[\d\s()+./-]+$/.test(text) && digits.length >= 3 ? [text, digits] : [text];
}
