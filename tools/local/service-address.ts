import { connect, createServer, type Server } from 'node:net';
import type { ServicePorts } from './service-environment.ts';

const PROBE_MS = 250;
const LOCAL = '127.0.0.1';

/** An instance behind an address. */
export interface AddressedInstance extends ServicePorts {
  /** 127.0.0.1 when absent. */
  readonly host?: string;
}

/**
 * One address of several instances, as a Kubernetes Service is one: new connections go to the ready ones in turn, and
 * connections that exist stay where they are.
 */
export class ServiceAddress {
  readonly #instances: readonly AddressedInstance[];
  readonly #ready = new Set<AddressedInstance>();
  readonly #server: Server;
  readonly #probe: NodeJS.Timeout;
  #turn = 0;

  private constructor(instances: readonly AddressedInstance[]) {
    this.#instances = instances;
    this.#server = createServer({ pauseOnConnect: true }, (near) => {
      near.on('error', () => {});
      const instance = this.#next();
      if (instance === undefined) {
        near.resetAndDestroy();
        return;
      }
      const far = connect(instance.http, instance.host ?? LOCAL, () => {
        near.resume();
      });
      near.setNoDelay(true);
      far.setNoDelay(true);
      far.on('error', () => near.resetAndDestroy());
      near.on('close', () => far.destroy());
      far.on('close', () => near.destroy());
      near.pipe(far);
      far.pipe(near);
    });
    this.#probe = setInterval(() => {
      for (const one of instances) void this.#look(one);
    }, PROBE_MS);
  }

  /** @param instances may gain and lose some while the address is open */
  static async open(port: number, instances: readonly AddressedInstance[]): Promise<ServiceAddress> {
    const address = new ServiceAddress(instances);
    await Promise.all(instances.map((one) => address.#look(one)));
    await new Promise<void>((resolve, reject) => {
      address.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return address;
  }

  close(): void {
    clearInterval(this.#probe);
    this.#server.close();
  }

  #next(): AddressedInstance | undefined {
    const ready = this.#instances.filter((one) => this.#ready.has(one));
    return ready[this.#turn++ % ready.length];
  }

  async #look(instance: AddressedInstance): Promise<void> {
    const ok = await fetch(`http://${instance.host ?? LOCAL}:${instance.admin}/readyz`, { signal: AbortSignal.timeout(1_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ok) this.#ready.add(instance);
    else this.#ready.delete(instance);
  }
}
