import { runService } from '@psa/service-kit';
import { billingService } from './billing-service.ts';

await runService(billingService);
