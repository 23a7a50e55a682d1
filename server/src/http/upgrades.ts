import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Routes WebSocket upgrades to the handler of their path; others get 404. */
export class Upgrades {
  readonly #handlers = new Map<string, UpgradeHandler>();
  readonly #patterns: { readonly path: RegExp; readonly handler: UpgradeHandler }[] = [];

  constructor(server: Server) {
    server.on('upgrade', (request, socket, head) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const handler = this.#handlers.get(path) ?? this.#patterns.find((each) => each.path.test(path))?.handler;
      socket.on('error', () => socket.destroy());
      if (handler !== undefined) handler(request, socket, head);
      else refuseUpgrade(socket, '404 Not Found');
    });
  }

  /** `path` without query, e.g. `/rtc/ws`; a pattern handles paths that no string matches. */
  register(path: string | RegExp, handler: UpgradeHandler): void {
    if (path instanceof RegExp) {
      this.#patterns.push({ path, handler });
      return;
    }
    if (this.#handlers.has(path)) throw new Error(`upgrades of ${path} are taken`);
    this.#handlers.set(path, handler);
  }
}

/** Answers an upgrade with an HTTP status and closes the socket, even if the client keeps its own end open. */
export function refuseUpgrade(socket: Duplex, status: string, headers: readonly string[] = []): void {
  const lines = [`HTTP/1.1 ${status}`, 'Connection: close', 'Content-Length: 0', ...headers, '', ''];
  socket.once('finish', () => socket.destroy());
  socket.end(lines.join('\r\n'));
}
