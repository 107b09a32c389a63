import { runService } from '@psa/service-kit';
import { timeService } from './time-service.ts';

await runService(timeService);
