/** A text as it can be stored: Postgres keeps neither NUL nor lone surrogates. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();
