import type { invoiceTemplateRoutes } from '@psa/contracts-billing';
import type { TestApi } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

/** A picture of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let made = 0;

/** Creates a template with a name of its own unless one is given. */
export async function makeInvoiceTemplate(api: TestApi, given: Record<string, unknown> = {}): Promise<{ invoice_template_id: string }> {
  const body = { template_name: `Template ${++made}`, ...given };
  const reply = await api.post('/api/v1/invoice-templates', body);
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.data as { invoice_template_id: string };
}

const onTemplate: Fixture = async ({ api }) => ({
  params: { id: (await makeInvoiceTemplate(api, { logo: PIXEL })).invoice_template_id },
});

export const invoiceTemplateFixtures: Fixtures<typeof invoiceTemplateRoutes> = {
  listInvoiceTemplates: async (world) => {
    await onTemplate(world);
    return {};
  },
  createInvoiceTemplate: () => ({
    body: { template_name: `Letter ${++made}`, paper_size: 'LETTER', accent_color: '#1a4f8b', footer_text: 'Thank you', logo: PIXEL },
  }),
  getInvoiceTemplate: onTemplate,
  updateInvoiceTemplate: async (world) => ({ ...(await onTemplate(world)), body: { header_text: 'For our work' } }),
  deleteInvoiceTemplate: onTemplate,
};
