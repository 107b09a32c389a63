export { adminPaths, type Dependency, type OpenAdminPort, openAdminPort, readiness } from './admin-server.ts';
export { brokerTls } from './broker-tls.ts';
export { close, closeAfterAnswers, listen } from './listen.ts';
export { openPeerTls, type PeerTls } from './peer-tls.ts';
export { operatorRpc } from './operator-rpc.ts';
export { runProcess } from './run-process.ts';
export { runTogether } from './run-together.ts';
export { REFUSED_EXIT_CODE, runService, settingsOf } from './run-service.ts';
export { type AnyService, defineService } from './service-definition.ts';
export { gatewayScope, isShared, ownSettingName, serviceScope } from './service-scope.ts';
export { servingDependencies } from './serving-dependencies.ts';
export { measureService } from './service-metrics.ts';
export {
  EXIT_CONFIG,
  migrationSettings,
  peerSettings,
  processSettings,
  readSettings,
  redactSettings,
  secret,
  serviceSettings,
} from './settings.ts';
export { type RunningService, type ServiceSettings, startService } from './start-service.ts';
