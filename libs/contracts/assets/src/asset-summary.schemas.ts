import { Links } from '@psa/contract-kit';
import { z } from 'zod';
import { WarrantyStatus } from './asset.schemas.ts';

export const SecurityIssueCode = z
  .enum(['antivirus_at_risk', 'antivirus_missing', 'patches_failed', 'patches_pending'])
  .meta({ id: 'SecurityIssueCode' });
export type SecurityIssueCode = z.infer<typeof SecurityIssueCode>;

export const AssetSummary = z
  .object({
    health_status: z.enum(['healthy', 'warning', 'critical', 'unknown']).describe('From the agent of remote monitoring'),
    health_reason: z.string().nullable().describe('null when healthy'),
    security_status: z
      .enum(['secure', 'at_risk', 'critical'])
      .describe('From antivirus and patches; secure as well when nothing is known: see security_evaluated'),
    security_issues: z.array(z.string()).describe('What is wrong, for people'),
    security_issue_codes: z.array(SecurityIssueCode).describe('What is wrong, in the same order, for programs'),
    security_evaluated: z.boolean().describe('Whether anything is known of antivirus and patches'),
    warranty_status: WarrantyStatus.describe('Computed from the end of the warranty'),
    warranty_days_remaining: z.int().nullable().describe('Days until the warranty ends, negative when it has ended; null without one'),
    open_tickets_count: z.int().describe('Linked tickets that are not closed, of those that the caller sees'),
  })
  .meta({ id: 'AssetSummary' });
export type AssetSummary = z.infer<typeof AssetSummary>;

export const AssetSummaryAnswer = z.object({ data: AssetSummary, _links: Links }).meta({ id: 'AssetSummaryAnswer' });
