import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  isOpen: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** A network call was attempted within a transaction, which would hold its locks for the duration of the call. */
export class NetworkInTransactionError extends Error {
  constructor(call: string) {
    super(`${call} was called in a transaction; call it before, or from a job (jobs/queue.ts)`);
    this.name = 'NetworkInTransactionError';
  }
}

/** Runs the work of a transaction: until it ends, a {@link networkPort} refuses calls made from it. */
export async function asTransaction<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/** Runs work that a transaction starts without being part of it, such as waking a worker. */
export const apartFromTransaction = <T>(work: () => T): T => scopes.exit(work);

/** @throws {NetworkInTransactionError} within a transaction */
function refuseInTransaction(call: string): void {
  if (scopes.getStore()?.isOpen === true) throw new NetworkInTransactionError(call);
}

type MethodOf<Port> = {
  [Name in keyof Port]: Port[Name] extends (...args: never) => unknown ? Name : never;
}[keyof Port];

/**
 * Guards the `methods` of a port that call the network: within a transaction they reject with {@link
 * NetworkInTransactionError}, without calling the port.
 */
export function networkPort<Port extends object>(name: string, port: Port, methods: readonly MethodOf<Port>[]): Port {
  const guarded = new Set<PropertyKey>(methods);
  return new Proxy(port, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      if (!guarded.has(key)) return value.bind(target) as unknown;
      return async (...args: readonly unknown[]): Promise<unknown> => {
        refuseInTransaction(`${name}.${String(key)}`);
        return value.apply(target, args) as unknown;
      };
    },
  });
}

/** {@link networkPort} for a single function. */
export const networkCall =
  <Args extends readonly unknown[], Result>(
    name: string,
    call: (...args: Args) => Promise<Result>,
  ): ((...args: Args) => Promise<Result>) =>
  async (...args) => {
    refuseInTransaction(name);
    return call(...args);
  };
