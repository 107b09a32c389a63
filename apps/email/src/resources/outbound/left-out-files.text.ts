const NOTES: Readonly<Record<string, string>> = {
  en: 'Files that could not be attached because of their size or number:',
  de: 'Dateien, die wegen ihrer Größe oder Anzahl nicht angehängt werden konnten:',
};

/** Tells the recipient of a mail which files it does not bring; empty when it brings all. In English where the product has no other text. */
export function leftOutFilesText(filenames: readonly string[], language: string): string {
  const [base = language] = language.split('-');
  return filenames.length === 0 ? '' : `${NOTES[base] ?? NOTES['en']} ${filenames.join(', ')}`;
}
