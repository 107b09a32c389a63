/** What a text is searched by beside itself: of a telephone number its digits. */
export function digitsOf(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  return /^[\d\s()+./-]+$/.test(text) && digits.length >= 3 && digits !== text ? digits : undefined;
}
