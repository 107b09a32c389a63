import { runService } from '@psa/service-kit';
import { identityService } from './identity-service.ts';

await runService(identityService);
