/** Where something tells of a ticket. */
export interface TicketTrace {
  /** undefined when it is not told which. */
  readonly ticketId: string | undefined;
  /** Channel it is told to have been in. */
  readonly channelId: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The ticket that the data of an event tell of: of itself, a part of it, or work, tags, mails and assets that belong to it. */
function ticketTraceOf(data: Members): TicketTrace[] {
  const ticketId = textOf(data['ticket_id']);
  if (ticketId !== undefined) return [{ ticketId, channelId: textOf(data['channel_id']) }];
  const ofWork = data['work_item_type'] === 'ticket' ? textOf(data['work_item_id']) : undefined;
  const tagged = data['tagged_type'] === 'ticket' ? textOf(data['tagged_id']) : undefined;
  const other = ofWork ?? tagged;
  return other === undefined ? [] : [{ ticketId: other, channelId: undefined }];
}

/** The tickets that an event tells of. */
export function ticketTracesOf(event: Members): TicketTrace[] {
  return ticketTraceOf((event['data'] ?? {}) as Members);
}

/**
 * The tickets that what started an execution tells of: an event, several that were gathered, or what conditions were held against. Every
 * other trigger carries what its caller sent.
 */
export function triggerTracesOf({
  trigger_type,
  trigger_data,
}: {
  readonly trigger_type: string;
  readonly trigger_data: Members;
}): TicketTrace[] {
  if (trigger_type === 'condition_based') return ticketTraceOf((trigger_data['entity'] ?? {}) as Members);
  if (trigger_type !== 'event_based') return [];
  const gathered = Array.isArray(trigger_data['events']) ? (trigger_data['events'] as Members[]) : [];
  return [trigger_data, ...gathered].flatMap(ticketTracesOf);
}

const TRACING = ['ticket_id', 'work_item_type', 'tagged_type'];

/** Whether events of a kind can tell of tickets. */
export function canTellOfTickets({ data: { shape } }: { readonly data: { readonly shape: object } }): boolean {
  return TRACING.some((member) => member in shape);
}

/** The tickets that the body of a delivery tells of, which has the form that its webhook wants; to be used on events that can tell of any. */
export function ticketTracesInBody(body: string): TicketTrace[] {
  const event = parsed(body);
  const data = (event['data'] ?? {}) as Members;
  const traces = ticketTracesOf(event);
  if (traces.length > 0) return traces;
  return TRACING.some((member) => member in data) ? [] : [{ ticketId: undefined, channelId: undefined }];
}

function parsed(text: string): Members {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Members) : {};
  } catch {
    return {};
  }
}
