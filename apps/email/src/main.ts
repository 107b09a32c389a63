import { runService } from '@psa/service-kit';
import { emailService } from './email-service.ts';

await runService(emailService);
