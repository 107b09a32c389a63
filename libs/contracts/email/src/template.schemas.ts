import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { OneLine } from './fields.ts';
import { Language } from './outbound.schemas.ts';

export const TemplateKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'must be lower case with underscores')
  .describe('What it is for: ticket_reply, mailbox_paused and mailbox_silent are used by the product')
  .meta({ example: 'ticket_opened' });

const members = {
  template_key: TemplateKey,
  language: Language.describe('Language of the texts'),
  subject: OneLine(500).min(1).describe('Subject, with {{variables}}'),
  text: z.string().min(1).max(50_000).describe('Plain text, with {{variables}}'),
  html: z.string().max(200_000).nullable().describe('HTML, with {{variables}}, which are escaped; made of the text when null'),
};

export const Template = z
  .object({ template_id: Id, ...members, created_at: Timestamp, updated_at: Timestamp })
  .meta({ id: 'EmailTemplate' });
export type Template = z.infer<typeof Template>;

export const CreateTemplate = z.object({ ...members, html: members.html.default(null) }).meta({ id: 'CreateEmailTemplate' });
export const UpdateTemplate = z
  .object({ subject: members.subject.optional(), text: members.text.optional(), html: members.html.optional() })
  .meta({ id: 'UpdateEmailTemplate' });

export const TemplateListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'template_key'],
  defaultSort: 'template_key',
  defaultOrder: 'asc',
  filters: {
    template_key: z.string().max(63).optional().describe('Only with this key'),
    language: Language.optional().describe('Only in this language'),
  },
}).omit({ fields: true });
export type TemplateListQuery = z.infer<typeof TemplateListQuery>;

export const PreviewTemplate = z
  .object({
    variables: z
      .record(z.string().max(100), z.string().max(10_000))
      .refine((map) => Object.keys(map).length <= 100, 'must have at most 100 members')
      .default({})
      .describe('Values; examples are used for those that are absent'),
  })
  .prefault({})
  .meta({ id: 'PreviewEmailTemplate' });

export const TemplatePreview = z
  .object({
    subject: z.string(),
    text: z.string(),
    html: z.string().describe('Sanitized'),
    missing: z.array(z.string()).describe('Variables without a value'),
  })
  .meta({ id: 'EmailTemplatePreview' });
