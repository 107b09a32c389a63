import { createRequire } from 'node:module';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

interface PdfMake {
  setFonts(fonts: object): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (path: string) => boolean): void;
  createPdf(definition: TDocumentDefinitions): { getBuffer(): Promise<Uint8Array> };
}

let loaded: PdfMake | undefined;

/** A document as PDF. Its library and its fonts are loaded with the first one; it reads nothing else, from the disk or the network. */
export async function renderPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  loaded ??= load();
  return Buffer.from(await loaded.createPdf(definition).getBuffer());
}

function load(): PdfMake {
  const require = createRequire(import.meta.url);
  const pdfmake = require('pdfmake') as PdfMake;
  const fonts = require('pdfmake/fonts/Roboto.js') as { Roboto: Record<string, string> };
  const files = new Set(Object.values(fonts.Roboto));
  pdfmake.setFonts(fonts);
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  return pdfmake;
}
