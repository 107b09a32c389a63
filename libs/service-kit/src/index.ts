export { adminPaths, createAdminServer, type Dependency, readiness } from './admin-server.ts';
export { close, closeAfterAnswers, listen } from './listen.ts';
export { operatorRpc } from './operator-rpc.ts';
export { runProcess } from './run-process.ts';
export { REFUSED_EXIT_CODE, runService, settingsOf } from './run-service.ts';
export { type AnyService, defineService } from './service-definition.ts';
export { measureService } from './service-metrics.ts';
export { EXIT_CONFIG, migrationSettings, processSettings, readSettings, redactSettings, secret, serviceSettings } from './settings.ts';
export { type RunningService, type ServiceSettings, startService } from './start-service.ts';
