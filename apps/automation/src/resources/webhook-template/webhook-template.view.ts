import type { WebhookTemplate } from '@psa/contracts-automation';
import type { TemplateRecord } from './webhook-template.records.ts';

export function toTemplate({ tenant: _, version: __, ...shown }: TemplateRecord): WebhookTemplate {
  return { ...shown, is_system_template: false };
}
