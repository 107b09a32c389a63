import { createRequire } from 'node:module';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

interface PdfDocument extends AsyncIterable<Buffer> {
  appendXML(xml: string): void;
  end(): void;
}

interface PdfMake {
  setFonts(fonts: object): void;
  setUrlAccessPolicy(allows: (url: string) => boolean): void;
  setLocalAccessPolicy(allows: (path: string) => boolean): void;
  createPdf(definition: TDocumentDefinitions): { getStream(): Promise<PdfDocument> };
}

let loaded: PdfMake | undefined;

/**
 * A document as PDF. Its library and its fonts are loaded with the first one; it reads nothing else, from the disk or the network.
 * @param metadata RDF descriptions that its metadata has as well; of PDF/A alone
 */
export async function renderPdf(definition: TDocumentDefinitions, metadata?: string): Promise<Buffer> {
  loaded ??= load();
  const document = await loaded.createPdf(definition).getStream();
  if (metadata !== undefined) document.appendXML(metadata);
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function load(): PdfMake {
  const require = createRequire(import.meta.url);
  const pdfmake = require('pdfmake') as PdfMake;
  const fonts = require('pdfmake/fonts/Roboto.js') as { Roboto: Record<string, string> };
  const files = new Set(Object.values(fonts.Roboto));
  pdfmake.setFonts(fonts);
  pdfmake.setUrlAccessPolicy((url) => url.startsWith('data:'));
  pdfmake.setLocalAccessPolicy((path) => files.has(path));
  return pdfmake;
}
