import { assertOutsideTransaction } from '@psa/postgres-kit';

/**
 * Fakes of other services and of the internet that may be called where the real ones may: every function of every port fails inside a
 * database transaction.
 */
export function outsidePorts<Ports extends object>(ports: Ports): Ports {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, isPlain(port) ? guarded(name, port) : port])) as Ports;
}

function guarded(name: string, port: object): object {
  return Object.fromEntries(
    Object.entries(port).map(([method, call]) => [
      method,
      typeof call !== 'function'
        ? call
        : (...given: unknown[]): unknown => {
            assertOutsideTransaction(`A call of ${name}.${method}`);
            return (call as (...all: unknown[]) => unknown).apply(port, given);
          },
    ]),
  );
}

function isPlain(port: unknown): port is object {
  return typeof port === 'object' && port !== null && Object.getPrototypeOf(port) === Object.prototype;
}

/** Begins the ids that the rest of the product does not know in tests; what stands in for it knows all others. */
export const UNKNOWN = 'deaddead-';
