import { describe } from '@jest/globals';
import { derivedTests } from '@psa/test-kit/derived';
import { deskService } from './desk-service.ts';
import { everyFixture, everyRoute } from './testing/every-route.ts';
import { fakes } from './testing/fakes.ts';

describe('every route of the desk service', () => {
  derivedTests(deskService, everyRoute, everyFixture, {
    ports: fakes,
    // Everybody who opens a ticket chooses among these.
    sharedWithClients: {
      tables: ['channels', 'ticket_statuses', 'priorities'],
      routes: ['listChannels', 'listTicketStatuses', 'listPriorities'],
    },
  });
});
