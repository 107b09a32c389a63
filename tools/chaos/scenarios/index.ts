import type { Scenario } from '../scenario.ts';
import { killAutomation } from './f01-kill-automation.ts';
import { killServices } from './f01-kill-services.ts';
import { crashBetweenSteps } from './f02-crash-between-steps.ts';
import { killBroker } from './f03-kill-broker.ts';
import { wipeBroker } from './f04-wipe-broker.ts';
import { restartPostgres } from './f05-restart-postgres.ts';
import { readOnlyDatabase } from './f06-read-only-database.ts';
import { partitions } from './f07-partitions.ts';
import { slowLinks } from './f08-slow-links.ts';
import { loseOneBroker } from './f09-lose-one-broker.ts';
import { rollingRestart } from './f10-rolling-restart.ts';
import { poison } from './f11-poison.ts';
import { replays } from './f12-replays.ts';
import { shiftedClock } from './f13-shifted-clock.ts';
import { contention } from './f14-contention.ts';
import { deadlocks } from './f15-deadlocks.ts';
import { migrateUnderLoad } from './f16-migrate-under-load.ts';
import { soak } from './f17-soak.ts';
import { overload } from './f18-overload.ts';
import { hostileReceivers } from './f19-hostile-receivers.ts';
import { restoreBackup } from './f20-restore-backup.ts';
import { killDesk } from './f21-kill-desk.ts';
import { killInApproval } from './f22-kill-in-approval.ts';
import { killInBilling } from './f23-kill-in-billing.ts';
import { killWorkflows } from './f24-kill-workflows.ts';
import { killInMail } from './f25-kill-in-mail.ts';
import { killInReplicatedMail } from './f25-kill-in-replicated-mail.ts';
import { killInAccounting } from './f26-kill-in-accounting.ts';
import { oversizedEvents } from './f27-oversized-events.ts';
import { silentDatabase } from './f28-silent-database.ts';
import { rotateKeys } from './f29-rotate-keys.ts';
import { noisyTenant } from './f30-noisy-tenant.ts';
import { twoVersions } from './f31-two-versions.ts';
import { refillStream } from './f32-refill-stream.ts';
import { loseNode } from './f33-lose-a-node.ts';

/** All of them, in the order of their numbers. */
export const scenarios: readonly Scenario[] = [
  killServices,
  killAutomation,
  crashBetweenSteps,
  killBroker,
  wipeBroker,
  restartPostgres,
  readOnlyDatabase,
  partitions,
  slowLinks,
  loseOneBroker,
  rollingRestart,
  poison,
  replays,
  shiftedClock,
  contention,
  deadlocks,
  migrateUnderLoad,
  soak,
  overload,
  hostileReceivers,
  restoreBackup,
  killDesk,
  killInApproval,
  killInBilling,
  killWorkflows,
  killInMail,
  killInReplicatedMail,
  killInAccounting,
  oversizedEvents,
  silentDatabase,
  rotateKeys,
  noisyTenant,
  twoVersions,
  refillStream,
  loseNode,
];
