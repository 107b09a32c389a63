import { DateBound, dateUntil, Id, Instant, JsonValue, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { EventPattern } from './webhook-fields.ts';

export const deliveryStatuses = ['pending', 'retrying', 'delivered', 'abandoned'] as const;
export const DeliveryStatus = z.enum(deliveryStatuses).meta({ id: 'WebhookDeliveryStatus' });
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

export const deliveryFaults = [
  'status',
  'redirect',
  'forbidden',
  'dns',
  'connect',
  'tls',
  'timeout',
  'too_large',
  'unknown',
  'inactive',
] as const;
export type DeliveryFault = (typeof deliveryFaults)[number];

const Fault = z.enum(deliveryFaults).nullable().describe('Kind of the failure: an answer other than 2xx, or what kept one from coming');

export const DeliveryAttempt = z
  .object({
    attempt_number: z.int().describe('From 1'),
    attempted_at: Timestamp.describe('When it began'),
    duration_ms: z.int().describe('How long it took'),
    request_headers: z.record(z.string(), z.string()).describe('Headers of the request; secrets and signatures are blanked'),
    response_status: z.int().nullable().describe('Status of the answer'),
    response_headers: z.record(z.string(), z.string()).nullable().describe('Headers of the answer; secrets are blanked'),
    response_body: z.string().nullable().describe('Beginning of the answer; secrets are blanked'),
    error_type: Fault,
    error_message: z.string().nullable().describe('What went wrong'),
  })
  .meta({ id: 'WebhookDeliveryAttempt' });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

export const WebhookDelivery = z
  .object({
    delivery_id: Id.describe('Identifies the delivery'),
    webhook_id: Id.describe('The webhook'),
    event_id: Id.describe('Id of the event, and of the message: header webhook-id of every attempt'),
    event_type: z.string().describe('Name of the event'),
    status: DeliveryStatus.describe('pending: not tried yet; retrying: failed, and tried again; abandoned: given up'),
    attempt_number: z.int().describe('Attempts so far'),
    response_status: z.int().nullable().describe('Status of the last answer'),
    duration_ms: z.int().nullable().describe('How long the last attempt took'),
    error_type: Fault,
    error_message: z.string().nullable().describe('What went wrong the last time'),
    next_retry_at: Timestamp.nullable().describe('When it is tried next: not before the pause of the receiver ends'),
    is_test: z.boolean().describe('Whether it counts in no statistics'),
    is_replay: z.boolean().describe('Whether it was asked for again'),
    created_at: Timestamp.describe('When it was accepted'),
    attempted_at: Timestamp.nullable().describe('When it was last tried'),
    completed_at: Timestamp.nullable().describe('When it arrived or was given up'),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryDetails = WebhookDelivery.extend({
  request_body: z.string().nullable().describe('The body of every attempt; null for a caller who may not read what the event is about'),
  attempts: z.array(DeliveryAttempt).describe('Every attempt, the last first'),
}).meta({ id: 'WebhookDeliveryDetails' });

export const DeliveryListQuery = listQuery({
  sort: ['created_at', 'completed_at'],
  defaultSort: 'created_at',
  filters: {
    status: DeliveryStatus.optional().describe('How far it has come'),
    event_type: z.string().max(200).optional().describe('Name of the event'),
    event_id: Id.optional().describe('Id of the event'),
    is_test: QueryBoolean.optional().describe('Whether it is a test'),
    from_date: DateBound.optional().describe('Accepted at or after'),
    to_date: dateUntil('Accepted at or before'),
  },
});
export type DeliveryListQuery = z.infer<typeof DeliveryListQuery>;

export const TestWebhook = z
  .object({
    test_event_type: z.string().max(200).default('webhook.test').describe('Name of the event it looks like'),
    test_payload: z.record(z.string(), JsonValue).optional().describe('Data of the event; an example of the event when absent'),
  })
  .meta({ id: 'TestWebhook' });

export const AdHocTest = TestWebhook.extend({
  webhook_id: Id.optional().describe('Webhook whose settings and secrets are used; override_url is needed when absent'),
  override_url: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .optional()
    .describe('Where it is sent instead')
    .meta({ example: 'https://example.com/hooks/psa' }),
})
  .refine(({ webhook_id, override_url }) => webhook_id !== undefined || override_url !== undefined, {
    path: ['override_url'],
    message: 'is needed without webhook_id',
  })
  .meta({ id: 'AdHocWebhookTest' });

export const WebhookTestResult = z
  .object({
    test_id: Id.describe('Id of the event that was sent'),
    delivery_id: Id.nullable().describe('Where it is recorded; null when no webhook was named'),
    success: z.boolean().describe('Whether the receiver answered 2xx'),
    status_code: z.int().nullable().describe('Status of the answer'),
    response_time_ms: z.int().describe('How long it took'),
    response_body: z.string().nullable().describe('Beginning of the answer; secrets are blanked'),
    error_type: Fault,
    error_message: z.string().nullable().describe('What went wrong'),
    tested_at: Timestamp.describe('When it was sent'),
  })
  .meta({ id: 'WebhookTestResult' });
export type WebhookTestResult = z.infer<typeof WebhookTestResult>;

export const ReplayEvents = z
  .object({
    from: Instant.describe('Events that were recorded at or after'),
    to: Instant.optional().describe('Events that were recorded before; now when absent'),
    event_types: z.array(EventPattern).min(1).max(200).optional().describe("Only these of the webhook's events"),
    after: z.string().max(200).optional().describe('`continue_after` of the call before'),
  })
  .meta({
    id: 'ReplayEvents',
    example: { from: '2026-06-01T09:00:00.000Z', to: '2026-06-01T17:00:00.000Z', event_types: ['asset.created'] },
  });
export type ReplayEvents = z.output<typeof ReplayEvents>;

export const ReplayResult = z
  .object({
    queued: z.int().describe('Deliveries accepted by this call, 1,000 at most'),
    skipped: z.int().describe('Events whose delivery is still under way'),
    continue_after: z.string().nullable().describe('More follow: pass it as `after`; null at the end'),
  })
  .meta({ id: 'ReplayResult' });

export const AnalyticsQuery = z.object({
  date_from: DateBound.optional().describe('Deliveries accepted at or after; 30 days before the end when absent'),
  date_to: DateBound.optional().describe('Deliveries accepted at or before; now when absent'),
  granularity: z.enum(['hour', 'day']).default('day').describe('Length of a step of the timeline'),
});
export type AnalyticsQuery = z.output<typeof AnalyticsQuery>;

export const WebhookAnalytics = z
  .object({
    webhook_id: Id.nullable().describe('The webhook; null for all'),
    date_from: Timestamp.describe('Beginning of the period'),
    date_to: Timestamp.describe('End of the period'),
    metrics: z.object({
      total_deliveries: z.int().describe('Deliveries accepted in the period, tests apart'),
      successful_deliveries: z.int().describe('Those that arrived'),
      failed_deliveries: z.int().describe('Those that were given up'),
      success_rate: z.number().nullable().describe('Percentage of those decided that arrived; null when none is'),
      average_response_time: z.number().nullable().describe('Milliseconds of the last attempt'),
      deliveries_by_status: z.record(z.string(), z.int()).describe('Deliveries by status'),
      deliveries_by_event_type: z.record(z.string(), z.int()).describe('Deliveries by event, the 100 most frequent'),
      deliveries_timeline: z
        .array(
          z.object({
            date: Timestamp.describe('Beginning of the step'),
            successful: z.int().describe('Arrived'),
            failed: z.int().describe('Given up'),
            open: z.int().describe('Neither yet'),
          }),
        )
        .describe('The steps in which there were any, in order'),
      response_time_percentiles: z
        .object({
          p50: z.number().nullable(),
          p90: z.number().nullable(),
          p95: z.number().nullable(),
          p99: z.number().nullable(),
        })
        .describe('Milliseconds of the last attempt'),
    }),
  })
  .meta({ id: 'WebhookAnalytics' });
export type WebhookAnalytics = z.infer<typeof WebhookAnalytics>;
