import type { TextIndex } from '@psa/postgres-kit';

/** Tickets by any part of number, title and the beginning of the description. */
export const ticketTexts: TextIndex = { name: 'ticket_texts', of: 'tickets', key: 'ticket_id' };
