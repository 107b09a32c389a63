import { Id, nothing, payload, type RouteGroup, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const InitiateAccountingOAuth = z
  .object({
    redirect_uri: z
      .string()
      .min(1)
      .max(2_000)
      .optional()
      .describe('Page of this installation to which the provider sends the user; registered with the provider')
      .meta({ examples: ['/integrations/quickbooks/callback'] }),
    scope: z.literal('com.intuit.quickbooks.accounting').default('com.intuit.quickbooks.accounting').describe('Access to ask for'),
    state: z.string().max(500).optional().describe('Ignored: the reply holds the state'),
  })
  .meta({ id: 'InitiateAccountingOAuth' });
export type InitiateAccountingOAuth = z.infer<typeof InitiateAccountingOAuth>;

const CompleteAccountingOAuth = z
  .object({
    state: z.string().min(1).max(500).describe('State the provider sent back'),
    code: z.string().min(1).max(4_000).optional().describe('Authorization code; required unless the provider sent an error'),
    realmId: z
      .string()
      .regex(/^\d{1,32}$/, 'must be the numeric id of a company')
      .optional()
      .describe('Company the user chose; required unless the provider sent an error')
      .meta({ examples: ['9130355377388383'] }),
    error: z.string().max(200).optional().describe('Why the provider refused'),
    error_description: z.string().max(2_000).optional().describe('Explanation of the provider'),
  })
  .meta({
    id: 'CompleteAccountingOAuth',
    example: { state: 'q8Zr2', code: 'AB11576492', realmId: '9130355377388383' },
  });
export type CompleteAccountingOAuth = z.infer<typeof CompleteAccountingOAuth>;

const ConnectionState = z.enum(['active', 'expired', 'error']);

const AccountingStatus = z
  .object({
    connected: z.boolean().describe('Whether the accounting system can be called'),
    connections: z
      .array(
        z.object({
          connection_id: Id.describe('Identifies the connection'),
          realmId: z.string().describe('Company at the provider'),
          displayName: z.string().describe('Name of the company'),
          status: ConnectionState.describe('`expired`: connect again; `error`: the last call failed'),
          lastValidatedAt: Timestamp.nullable().describe('Last successful call'),
          error: z.string().nullable().describe('Why the last call failed'),
        }),
      )
      .describe('At most one'),
    defaultRealmId: z.string().nullable().describe('Company that is synchronized'),
  })
  .meta({ id: 'AccountingStatus' });
export type AccountingStatus = z.infer<typeof AccountingStatus>;

const TestAccountingConnection = z
  .object({
    testType: z.enum(['clientInfo', 'items', 'customers', 'full']).default('clientInfo').describe('What to read'),
    forceRefresh: z.boolean().default(false).describe('Whether to renew the access token first'),
  })
  .meta({ id: 'TestAccountingConnection' });
export type TestAccountingConnection = z.infer<typeof TestAccountingConnection>;

const AccountingTestResult = z
  .object({
    success: z.boolean().describe('Whether every read succeeded'),
    message: z.string().describe('Result, or why it failed'),
    details: z
      .object({
        company_name: z.string().optional().describe('Name of the company'),
        items: z.int().optional().describe('Items of the company'),
        customers: z.int().optional().describe('Customers of the company'),
      })
      .optional()
      .describe('What was read'),
  })
  .meta({ id: 'AccountingTestResult' });
export type AccountingTestResult = z.infer<typeof AccountingTestResult>;

const AccountingHealth = z
  .object({
    overall_status: z.enum(['healthy', 'warning', 'critical', 'unknown']).describe('`unknown` while there is no connection'),
    last_health_check: Timestamp.nullable().describe('Last successful call'),
    connection_status: z.enum(['active', 'expired', 'error', 'disconnected']).describe('State of the connection'),
    health_checks: z
      .array(
        z.object({
          name: z.enum(['connection', 'refresh_token', 'syncs']).describe('What was checked'),
          status: z.enum(['healthy', 'warning', 'critical']).describe('Result'),
          message: z.string().describe('Explanation'),
        }),
      )
      .describe('Single results'),
    api_limits: z
      .object({
        calls_per_second: z.int().describe('Calls the product makes a second at most'),
        calls_per_minute: z.int().describe('Calls the product makes a minute at most'),
      })
      .describe('Limits that keep it below those of QuickBooks'),
    sync_statistics: z
      .object({
        syncs: z.int().describe('Syncs'),
        failed_syncs: z.int().describe('Those that failed, or some of whose records did'),
        records_successful: z.int().describe('Records that were synchronized'),
        records_failed: z.int().describe('Records that could not be'),
      })
      .describe('Of the last 24 hours'),
    recommendations: z.array(z.string()).describe('What to do'),
  })
  .meta({ id: 'AccountingHealth' });
export type AccountingHealth = z.infer<typeof AccountingHealth>;

const BASE = '/api/v1/integrations/quickbooks';
const group: RouteGroup = {
  service: 'billing',
  form: 'data',
  tag: 'Accounting',
  staffOnly: true,
  aliases: [
    [`${BASE}/test`, `${BASE}/connection/test`],
    [`${BASE}/status`, `${BASE}/connection/status`],
    [`${BASE}/disconnect`, `${BASE}/oauth/disconnect`],
  ],
};

export const accountingConnectionRoutes = routes(group, {
  initiateAccountingOAuth: {
    method: 'post',
    path: `${BASE}/oauth/initiate`,
    permission: 'billing_settings:update',
    summary: 'Start to connect QuickBooks Online',
    description: 'Open `authorization_url`, then send what the provider returns to the callback. The state is good once, for ten minutes.',
    body: InitiateAccountingOAuth,
    reply: payload(
      z.object({
        data: z.object({
          authorization_url: z.string().describe('Address to open'),
          state: z.string().describe('Identifies the attempt'),
        }),
      }),
    ),
    errors: ['CONFLICT'],
  },
  completeAccountingOAuth: {
    method: 'post',
    path: `${BASE}/oauth/callback`,
    permission: 'billing_settings:update',
    summary: 'Finish to connect QuickBooks Online',
    description:
      'Only the user who started can finish. An unknown or used state is 400, an expired one 401. Mappings of a company survive a disconnect.',
    body: CompleteAccountingOAuth,
    reply: payload(z.object({ data: AccountingStatus })),
    errors: ['CONFLICT', 'BAD_GATEWAY'],
  },
  testAccountingConnection: {
    method: 'post',
    path: `${BASE}/test`,
    permission: 'billing_settings:update',
    summary: 'Test the connection to QuickBooks Online',
    description: 'A failed test is answered with 200 and `success: false`.',
    body: TestAccountingConnection,
    reply: payload(z.object({ data: AccountingTestResult })),
  },
  getAccountingStatus: {
    method: 'get',
    path: `${BASE}/status`,
    permission: 'billing_settings:read',
    summary: 'Get the connection to QuickBooks Online',
    reply: payload(z.object({ data: AccountingStatus })),
  },
  getAccountingHealth: {
    method: 'get',
    path: `${BASE}/health`,
    permission: 'billing_settings:read',
    summary: 'Get the health of the connection to QuickBooks Online',
    reply: payload(z.object({ data: AccountingHealth })),
  },
  disconnectAccounting: {
    method: 'delete',
    path: `${BASE}/disconnect`,
    permission: 'billing_settings:update',
    summary: 'Disconnect QuickBooks Online',
    description: 'Revokes and deletes the tokens. Mappings are kept for the next connection to the same company.',
    reply: nothing(),
  },
});
