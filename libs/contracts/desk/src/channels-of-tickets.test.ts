import { expect, it } from '@jest/globals';
import { channelsOfTickets } from './channels-of-tickets.ts';

it('asks for the channels of many tickets in parts, of each once, and leaves out those that are not there', async () => {
  const asked: number[] = [];
  const ids = Array.from({ length: 1_200 }, (_, index) => `ticket-${index}`);
  const channels = await channelsOfTickets([...ids, 'ticket-0'], (ticketIds) => {
    asked.push(ticketIds.length);
    const there = ticketIds.filter((id) => id !== 'ticket-1');
    return Promise.resolve({ tickets: there.map((ticket_id) => ({ ticket_id, channel_id: `channel of ${ticket_id}` })) });
  });
  expect(asked).toEqual([500, 500, 200]);
  expect(channels.size).toBe(1_199);
  expect(channels.get('ticket-7')).toBe('channel of ticket-7');
});
