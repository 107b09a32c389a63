import { runService } from '@psa/service-kit';
import { assetsService } from './assets-service.ts';

await runService(assetsService);
