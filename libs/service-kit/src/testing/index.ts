export { freePort } from './free-port.ts';
export { StartedProgram } from './started-program.ts';
export { type ClockPorts, clockService } from './clock-service.ts';
export { type Errand, errands, errandService } from './queue-service.ts';
export { newKey, Vault, vaultColumns, vaultService } from './vault-service.ts';
