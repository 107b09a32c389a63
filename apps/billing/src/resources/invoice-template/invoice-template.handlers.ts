import { conflict, notFound } from '@psa/contract-kit';
import { type InvoiceTemplate, invoiceTemplateRoutes, type UpdateInvoiceTemplate } from '@psa/contracts-billing';
import { type Accepted, demandVersion, versioned } from '@psa/http-kit';
import { reencodeLogo } from '@psa/image-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import { type Db, handlers, type Tx } from '../../billing-app.ts';
import {
  clearDefaultTemplate,
  findInvoiceTemplate,
  insertDesign,
  insertInvoiceTemplate,
  type InvoiceTemplateRow,
  listInvoiceTemplates,
  lockInvoiceTemplate,
  readDesign,
  updateInvoiceTemplateRow,
} from './invoice-template.records.ts';

export const invoiceTemplateHandlers = handlers(invoiceTemplateRoutes, {
  listInvoiceTemplates: async ({ db, query }) => {
    const { rows, pagination } = await listInvoiceTemplates(db, query);
    return { data: rows.map(toInvoiceTemplate), pagination };
  },

  createInvoiceTemplate: async ({ db, body }) => {
    const { template_name, is_default, logo: file, ...look } = body;
    const logo = await pngOf(file);
    const invoice_template_id = uuidv7();
    await orNameTaken(
      db.transaction(async (tx) => {
        if (is_default) await clearDefaultTemplate(tx, invoice_template_id);
        await insertInvoiceTemplate(tx, { invoice_template_id, template_name, is_default }, { ...look, logo });
      }),
    );
    return answer(db, invoice_template_id, `/api/v1/invoice-templates/${invoice_template_id}`);
  },

  getInvoiceTemplate: ({ db, params }) => answer(db, params.id),

  updateInvoiceTemplate: async ({ db, params, body, ifMatch }) => {
    const logo = body.logo === undefined ? undefined : await pngOf(body.logo);
    await orNameTaken(db.transaction((tx) => change(tx, params.id, { ...body, ...(logo !== undefined && { logo }) }, ifMatch)));
    return answer(db, params.id);
  },

  deleteInvoiceTemplate: ({ db, params, ifMatch }) =>
    db.transaction(async (tx) => {
      await lockAccepted(tx, params.id, ifMatch);
      await updateInvoiceTemplateRow(tx, params.id, { is_deleted: true, is_default: false });
    }),
});

async function change(tx: Tx, id: string, { template_name, is_default, ...look }: UpdateInvoiceTemplate, accepted: Accepted) {
  const current = await lockAccepted(tx, id, accepted);
  const head = changedMembers(current, {
    ...(template_name !== undefined && { template_name }),
    ...(is_default !== undefined && { is_default }),
  });
  const before = await readDesign(tx, current);
  if (before === undefined) throw new Error(`Template ${id} has no design ${current.design}`);
  const changed = changedMembers(before, look);
  const isNewDesign = Object.keys(changed).length > 0;
  if (!isNewDesign && Object.keys(head).length === 0) return;
  if (head.is_default === true) await clearDefaultTemplate(tx, id);
  const design = current.design + 1;
  if (isNewDesign) await insertDesign(tx, id, design, { ...before, ...changed });
  await updateInvoiceTemplateRow(tx, id, { ...head, ...(isNewDesign && { design }) });
}

async function pngOf(file: string | null): Promise<string | null> {
  return file === null ? null : (await reencodeLogo('logo', Buffer.from(file, 'base64'))).toString('base64');
}

/** @throws CONFLICT when another template has the name, or became the default at the same time */
async function orNameTaken(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (violates(error, 'invoice_templates_name'))
      throw conflict('Another invoice template has this name', [{ code: 'duplicate', path: ['template_name'], message: 'is taken' }]);
    if (violates(error, 'invoice_templates_default')) throw conflict('Another template became the default meanwhile: ask again');
    throw error;
  }
}

/** @throws NOT_FOUND, PRECONDITION_FAILED */
async function lockAccepted(tx: Tx, id: string, accepted: Accepted) {
  const row = await lockInvoiceTemplate(tx, id);
  if (row === undefined) throw notFound('Invoice template');
  demandVersion(accepted, row.version);
  return row;
}

async function answer(db: Db, id: string, location?: string) {
  const row = await findInvoiceTemplate(db, id);
  if (row === undefined) throw notFound('Invoice template');
  return versioned({ data: toInvoiceTemplate(row) }, row.version, location);
}

function toInvoiceTemplate({ version: _version, ...template }: InvoiceTemplateRow): InvoiceTemplate {
  return template;
}
