import type {
  DeliveryFault,
  DeliveryRateLimit,
  DeliveryStatus,
  EventFilter,
  PayloadTransformation,
  RetryConfig,
  Webhook,
  WebhookSecurity,
  WebhookTemplate,
} from '@psa/contracts-automation';
import type { JsonColumn, NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';

export interface WebhooksTable {
  tenant: TenantColumn;
  webhook_id: string;
  name: string;
  url: string;
  description: string | null;
  method: Webhook['method'];
  event_types: string[];
  event_filter: JsonColumn<EventFilter | null>;
  payload_format: Webhook['payload_format'];
  content_type: Webhook['content_type'];
  payload_fields: string[] | null;
  payload_transformation: JsonColumn<PayloadTransformation | null>;
  custom_headers: JsonColumn<Record<string, string>>;
  /** What may be shown of it; the secret is sealed in the next column. */
  security: JsonColumn<WebhookSecurity>;
  sealed_credential: string | null;
  retry_config: JsonColumn<RetryConfig>;
  rate_limit: JsonColumn<DeliveryRateLimit>;
  is_active: boolean;
  is_test_mode: boolean;
  metadata: JsonColumn<Webhook['metadata']>;
  tags: string[];
  auto_disabled_at: NullableTimestampColumn;
  disabled_reason: 'gone' | 'failing' | null;
  created_by_user_id: string;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

/** The newest without an end signs alone; one with an end signs as well until then. */
export interface WebhookSecretsTable {
  tenant: TenantColumn;
  secret_id: string;
  webhook_id: string;
  sealed: string;
  valid_until: NullableTimestampColumn;
  created_at: TimestampColumn;
}

/** How deliveries fare: apart from the webhook, so that every delivery leaves what was configured alone. */
export interface WebhookHealthTable {
  tenant: TenantColumn;
  webhook_id: string;
  total_deliveries: number;
  successful_deliveries: number;
  failed_deliveries: number;
  consecutive_failures: number;
  failing_since: NullableTimestampColumn;
  paused_until: NullableTimestampColumn;
  last_delivery_at: NullableTimestampColumn;
  last_success_at: NullableTimestampColumn;
  last_failure_at: NullableTimestampColumn;
}

export interface WebhookDeliveriesTable {
  tenant: TenantColumn;
  delivery_id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  body: string;
  status: DeliveryStatus;
  /** Attempts in all, and those of the present round: a delivery that is asked for again gets a new round. */
  attempts: number;
  round_attempts: number;
  /** When it is to be sent, or, while it is under way, when it counts as lost; null when it is decided. */
  due_at: NullableTimestampColumn;
  /** Whose turn it is: only that attempt may say how it went. */
  lease: string | null;
  is_test: boolean;
  is_replay: boolean;
  response_status: number | null;
  duration_ms: number | null;
  error_type: DeliveryFault | null;
  error_message: string | null;
  created_at: TimestampColumn;
  attempted_at: NullableTimestampColumn;
  completed_at: NullableTimestampColumn;
}

export interface WebhookAttemptsTable {
  tenant: TenantColumn;
  delivery_id: string;
  attempt_number: number;
  attempted_at: TimestampColumn;
  duration_ms: number;
  request_headers: JsonColumn<Record<string, string>>;
  response_status: number | null;
  response_headers: JsonColumn<Record<string, string> | null>;
  response_body: string | null;
  error_type: DeliveryFault | null;
  error_message: string | null;
}

export interface WebhookTemplatesTable {
  tenant: TenantColumn;
  template_id: string;
  name: string;
  category: string;
  description: string | null;
  default_config: JsonColumn<WebhookTemplate['default_config']>;
  required_fields: string[];
  supported_events: string[];
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}
