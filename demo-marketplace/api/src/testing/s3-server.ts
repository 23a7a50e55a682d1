import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { signPolicy, type S3Options } from '../upload/s3-forms.js';
import type { Clock } from '@lectern/kit/clock';

interface Stored {
  readonly bytes: Buffer;
  readonly mime: string;
}

const KEYS = { accessKeyId: 'AKIATEST', secretAccessKey: 'a secret of the bucket', region: 'eu-test-1' };
const BUCKET = 'market';

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The subset of S3 that the marketplace uses: POST policies, and signed requests for objects. */
export class S3Server {
  readonly objects = new Map<string, Stored>();

  private constructor(
    private readonly server: Server,
    private readonly clock: Pick<Clock, 'now'>,
  ) {}

  static async start(clock: Pick<Clock, 'now'>): Promise<S3Server> {
    const server = createServer();
    const storage = new S3Server(server, clock);
    server.on('request', (request, response) => {
      void storage.#answer(request).then(({ status, stored }) => {
        const headers = stored ? { 'content-type': stored.mime, 'content-length': stored.bytes.length } : {};
        response.writeHead(status, headers).end(stored?.bytes);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return storage;
  }

  get options(): S3Options {
    const { port } = this.server.address() as AddressInfo;
    return { ...KEYS, endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET };
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  async #answer(request: IncomingMessage): Promise<{ readonly status: number; readonly stored?: Stored }> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
    const bytes = await bytesOf(request);
    if (request.method === 'POST') return { status: await this.#post(request, bytes) };
    const signed = searchParams.get('X-Amz-Credential') ?? request.headers.authorization ?? '';
    if (!signed.includes(KEYS.accessKeyId)) return { status: 403 };
    const key = decodeURIComponent(pathname.slice(`/${BUCKET}/`.length));
    if (request.method === 'PUT') {
      this.objects.set(key, { bytes, mime: request.headers['content-type'] ?? '' });
      return { status: 200 };
    }
    if (request.method === 'DELETE') return { status: this.objects.delete(key) ? 204 : 204 };
    const stored = this.objects.get(key);
    return stored === undefined ? { status: 404 } : { status: 200, stored };
  }

  /** Validates a form as S3 does: its signature, its expiry, and the conditions of its policy. */
  async #post({ headers }: IncomingMessage, bytes: Buffer): Promise<number> {
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    const fields = Object.fromEntries([...form].map(([name, value]) => [name, value]));
    const { file, policy = '', 'x-amz-signature': signature, 'x-amz-date': at = '', ...said } = fields;
    const day = String(at).slice(0, 8);
    if (signPolicy(String(policy), KEYS, day) !== signature) return 403;
    const { expiration, conditions } = JSON.parse(Buffer.from(String(policy), 'base64').toString()) as {
      readonly expiration: string;
      readonly conditions: readonly (readonly [string, number, number] | Record<string, string>)[];
    };
    if (Date.parse(expiration) <= this.clock.now() || !(file instanceof Blob)) return 403;
    const wanted: Record<string, unknown> = { ...said, 'x-amz-date': at, bucket: BUCKET };
    for (const condition of conditions) {
      if (Array.isArray(condition)) {
        const [, min, max] = condition as [string, number, number];
        if (file.size < min || file.size > max) return 400;
        continue;
      }
      for (const [name, value] of Object.entries(condition)) {
        if (wanted[name] !== value) return 403;
        delete wanted[name];
      }
    }
    // Fields that the policy does not name are refused.
    if (Object.keys(wanted).length > 0) return 403;
    const body = Buffer.from(await file.arrayBuffer());
    this.objects.set(String(said['key']), { bytes: body, mime: String(said['Content-Type']) });
    return 204;
  }
}
