import { ServiceAddress } from './service-address.ts';
import type { ServicePorts } from './service-environment.ts';
import type { Launch } from './supervise.ts';

/** How a stack differs from one of everything wired directly: for trying several replicas and faults. */
export interface StackShape {
  /** Whether each service has a process of its own, or all share one. */
  readonly processes: 'many' | 'single';
  /** Instances of a service, or of the one process. */
  replicasOf(service: string): number;
  /** Servers of NATS; several keep the streams together. */
  readonly brokers: number;
  /**
   * Port of this machine at which a coordinator of Citus runs already, which lets the superuser `postgres` in without a password and has an
   * empty database `psa`; the stack starts a Postgres of its own when undefined.
   */
  readonly coordinatorPort?: number | undefined;
  /** Folder with another Postgres' `bin`; that of the package when undefined. */
  readonly postgres?: string | undefined;
  /** Whether the database survives a power failure, as by default, or is faster without. */
  readonly durability?: 'durable' | 'throwaway';
  /** Milliseconds before a process that ended is started again. */
  readonly longestPauseMs?: number;
  /** Puts several instances of a service behind its one port. */
  openAddress(port: number, instances: readonly ServicePorts[]): Promise<void>;
  /** Puts something between an instance and a server. @returns the port the instance reaches the server at */
  between(instance: string, server: 'postgres' | 'nats', port: number): Promise<number>;
  /** What an instance is started with from now on instead of what its service is. */
  nextLaunch(instance: string, usual: Launch): Partial<Launch>;
  /** Is told of each instance and its ports. */
  started(instance: string, ports: ServicePorts): void;
  /** Is told how a process ended that nobody had asked to. */
  ended(instance: string, ending: string): void;
}

/** What `npm start` runs. */
export const PLAIN_SHAPE: StackShape = {
  processes: 'many',
  replicasOf: () => 1,
  brokers: 1,
  openAddress: () => Promise.resolve(),
  between: (_instance, _server, port) => Promise.resolve(port),
  nextLaunch: () => ({}),
  started: () => {},
  ended: () => {},
};

/** What `PSA_SINGLE` asks for. */
export function processesOf({ PSA_SINGLE }: NodeJS.ProcessEnv): StackShape['processes'] {
  return PSA_SINGLE === '1' || PSA_SINGLE === 'true' ? 'single' : 'many';
}

/** Several of a service behind its one port. @param undo receives how to close the ports */
export function replicatedShape(replicasOf: StackShape['replicasOf'], undo: (close: () => void) => void): StackShape {
  return {
    ...PLAIN_SHAPE,
    replicasOf,
    async openAddress(port, instances) {
      const address = await ServiceAddress.open(port, instances);
      undo(() => address.close());
    },
  };
}

/** An instance's name: the service's own for the first. */
export function instanceName(service: string, index: number): string {
  return index === 0 ? service : `${service}-${index + 1}`;
}
