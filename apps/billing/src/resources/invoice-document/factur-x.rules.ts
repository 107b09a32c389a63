import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { EInvoiceProfile } from '../invoice/e-invoice-members.rules.ts';

/** What the file inside is called and what the metadata say of it, by Factur-X 1.0 and ZUGFeRD 2. */
const PROFILES: Readonly<Record<EInvoiceProfile, { readonly file: string; readonly version: string; readonly level: string }>> = {
  'factur-x': { file: 'factur-x.xml', version: '1.0', level: 'EN 16931' },
  xrechnung: { file: 'xrechnung.xml', version: '3.0', level: 'XRECHNUNG' },
};
const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** Makes a document PDF/A-3 with an electronic invoice inside. @param issued when both were made */
export function withEInvoice(definition: TDocumentDefinitions, xml: string, profile: EInvoiceProfile, issued: Date): TDocumentDefinitions {
  const { file: name } = PROFILES[profile];
  const file = {
    src: `data:text/xml;base64,${Buffer.from(xml).toString('base64')}`,
    name,
    description: 'Electronic invoice by EN 16931',
    relationship: 'Alternative',
    creationDate: issued,
    modifiedDate: issued,
  };
  return { ...definition, version: '1.7', subset: 'PDF/A-3b', files: { [name]: file } } as TDocumentDefinitions;
}

const property = (name: string, description: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
  `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;

/** What the metadata of such a PDF says of the invoice inside, with the schema PDF/A demands of metadata it does not know. */
export const metadataOf = (profile: EInvoiceProfile): string => `
  <rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
    <fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>${PROFILES[profile].file}</fx:DocumentFileName>
    <fx:Version>${PROFILES[profile].version}</fx:Version><fx:ConformanceLevel>${PROFILES[profile].level}</fx:ConformanceLevel>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
    xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>
        ${property('DocumentFileName', 'name of the embedded XML invoice file')}
        ${property('DocumentType', 'INVOICE')}
        ${property('Version', 'The actual version of the Factur-X XML schema')}
        ${property('ConformanceLevel', 'The conformance level of the embedded Factur-X data')}
      </rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>`;
