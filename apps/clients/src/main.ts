import { runService } from '@psa/service-kit';
import { clientsService } from './clients-service.ts';

await runService(clientsService);
