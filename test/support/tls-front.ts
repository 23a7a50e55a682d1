import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { createCertificate, type Certificate } from './certificate.js';

/** A request that the front answered itself, or passed on. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
}

type Answer = (body: Buffer, seen: SeenRequest) => { readonly status: number; readonly body: string };

/** An https server on loopback that ends TLS before a server, and answers some paths itself. */
export class TlsFront {
  readonly requests: SeenRequest[] = [];
  /** Paths of the sockets that were opened through it. */
  readonly sockets: string[] = [];
  /** The server that answers all other requests; without one they are refused with 502. */
  target: URL | undefined;
  readonly #answers = new Map<string, Answer>();
  readonly #open = new Set<Duplex>();

  /** @param certificate of another front, so that one file makes both trusted */
  static async start(certificate: Certificate = createCertificate()): Promise<TlsFront> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-tls-'));
    const { key, cert } = certificate;
    const certificateFile = join(folder, 'certificate.pem');
    await writeFile(certificateFile, cert);
    const server = createServer({ key, cert });
    const front = new TlsFront(server, folder, certificate, certificateFile);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return front;
  }

  private constructor(
    private readonly server: Server,
    private readonly folder: string,
    readonly certificate: Certificate,
    /** For `NODE_EXTRA_CA_CERTS` of a process that is to trust it. */
    readonly certificateFile: string,
  ) {
    server.on('connection', (socket: Duplex) => {
      this.#open.add(socket);
      socket.once('close', () => this.#open.delete(socket));
    });
    server.on('request', (incoming: IncomingMessage, response: ServerResponse) => this.#take(incoming, response));
    server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) =>
      this.#upgrade(incoming, socket, head),
    );
  }

  /** Host and port. */
  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `https://${this.host}`;
  }

  /** Answers a path itself. */
  answer(path: string, answer: Answer): void {
    this.#answers.set(path, answer);
  }

  async close(): Promise<void> {
    this.server.close();
    for (const socket of this.#open) socket.destroy();
    await rm(this.folder, { recursive: true, force: true });
  }

  #take(incoming: IncomingMessage, response: ServerResponse): void {
    const { method = '', url = '', headers } = incoming;
    const seen = { method, url, headers };
    this.requests.push(seen);
    const answer = this.#answers.get(url.replace(/\?.*/, ''));
    if (answer) {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.on('end', () => {
        const { status, body } = answer(Buffer.concat(parts), seen);
        response.writeHead(status, { 'content-type': 'application/json' }).end(body);
      });
      return;
    }
    const refuse = (): void => void response.writeHead(502).end();
    if (!this.target) return refuse();
    const forwarded = request(new URL(url, this.target), { method, headers }, (answered) => {
      response.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(response);
    });
    forwarded.on('error', refuse);
    incoming.pipe(forwarded);
  }

  #upgrade({ url = '', rawHeaders }: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.sockets.push(url);
    if (!this.target) return void socket.destroy();
    const behind = connect(Number(this.target.port), this.target.hostname, () => {
      const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
      behind.write(`GET ${url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      behind.write(head);
      socket.pipe(behind).pipe(socket);
    });
    for (const side of [socket, behind]) {
      side.on('error', () => undefined);
      side.on('close', () => (side === socket ? behind : socket).destroy());
    }
  }
}
