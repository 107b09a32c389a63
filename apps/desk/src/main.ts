import { runService } from '@psa/service-kit';
import { deskService } from './desk-service.ts';

await runService(deskService);
