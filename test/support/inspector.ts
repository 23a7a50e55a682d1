import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A value of `NODE_OPTIONS` with which a Node process and its children print their inspector addresses on stderr. */
export const INSPECTABLE = '--inspect=127.0.0.1:0';

const ANNOUNCEMENT = /Debugger listening on (ws:\S+)/g;

/** Memory of a process right after garbage collection, in bytes. */
export interface Memory {
  /** The script it runs. */
  readonly script: string;
  readonly heapUsed: number;
  readonly external: number;
}

/** One command after another over the inspector's socket. */
const inspect = async <T>(
  url: string,
  work: (send: (method: string, params?: object) => Promise<unknown>) => Promise<T>,
): Promise<T> => {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  let lastId = 0;
  const send = async (method: string, params: object = {}): Promise<unknown> => {
    const id = (lastId += 1);
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const message = JSON.parse(data.toString()) as { readonly id?: number; readonly result?: unknown };
      if (message.id === id) return message.result;
    }
  };
  try {
    return await work(send);
  } finally {
    socket.terminate();
  }
};

const memoryAt = (url: string): Promise<Memory> =>
  inspect(url, async (send) => {
    await send('HeapProfiler.enable');
    // The second round collects objects that finalizers of the first one released.
    await send('HeapProfiler.collectGarbage');
    await send('HeapProfiler.collectGarbage');
    const expression = 'JSON.stringify({ script: process.argv[1], ...process.memoryUsage() })';
    const { result } = (await send('Runtime.evaluate', { expression })) as {
      readonly result: { readonly value: string };
    };
    const { script, heapUsed, external } = JSON.parse(result.value) as Memory;
    return { script, heapUsed, external };
  });

/**
 * Collects garbage in every process that announced itself in a log, and says what is left. Those that ended are left out.
 *
 * @param log what the processes wrote to stderr
 */
export const memoryAfterCollection = async (log: string): Promise<readonly Memory[]> => {
  const urls = [...log.matchAll(ANNOUNCEMENT)].map(([, url]) => url!);
  const memories = await Promise.allSettled(urls.map(memoryAt));
  return memories.flatMap((memory) => (memory.status === 'fulfilled' ? [memory.value] : []));
};
