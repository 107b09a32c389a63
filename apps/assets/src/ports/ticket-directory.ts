import type { RequestContext } from '@psa/postgres-kit';

/** A ticket as its own service knows it. */
export interface TicketFacts {
  readonly ticket_id: string;
  readonly ticket_number: string;
  readonly title: string;
  readonly status_id: string;
  readonly status_name: string;
  readonly is_closed: boolean;
  readonly priority_id: string | null;
  readonly assigned_to: string | null;
  readonly client_id: string | null;
  readonly channel_id: string | null;
  readonly entered_at: string;
  readonly updated_at: string;
  readonly version: number;
}

/** Where a ticket is looked up whose copy has not arrived. */
export interface TicketDirectory {
  /**
   * @returns null when the tenant has no such ticket, `unavailable` where the product runs without a desk service
   * @throws SERVICE_UNAVAILABLE when the service is there and does not answer
   */
  find(context: RequestContext, ticketId: string): Promise<TicketFacts | null | 'unavailable'>;
}
