import { runService } from '@psa/service-kit';
import { automationService } from './automation-service.ts';

await runService(automationService);
