import { build } from 'esbuild';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LecternClient, verifyWebhook } from './index.js';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose network returns these answers in order. */
function clientWith(...answers: (Response | Error)[]): { client: LecternClient; sent: Sent[] } {
  const sent: Sent[] = [];
  const send = async (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    sent.push({ url: String(url), init });
    const answer = answers.shift();
    if (answer === undefined) throw new Error('no more answers');
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const client = new LecternClient({ url: 'https://meet.example/', keyId: 'LK1', secret: 'geheim', fetch: send });
  return { client, sent };
}
const keyOf = ({ init }: Sent): string | null => new Headers(init.headers).get('idempotency-key');

describe('the client of the operator API', () => {
  it('bundles for a page, and needs nothing of Node', async () => {
    const { metafile, outputFiles } = await build({
      ...{ entryPoints: [new URL('index.ts', import.meta.url).pathname], bundle: true, write: false, metafile: true },
      ...{ platform: 'browser', format: 'esm', minify: true, logLevel: 'silent' },
    });
    const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
      imports.filter(({ external }) => external),
    );
    expect(imported).toEqual([]);
    const code = outputFiles[0]?.text ?? '';
    expect(code).not.toMatch(/\b(require|process|Buffer)\b/);
    expect(code.length).toBeLessThan(10_000);
    const url = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
    const bundled = (await import(/* @vite-ignore */ url)) as { LecternClient: typeof LecternClient };
    const options = { url: 'https://meet.example', keyId: 'LK1', secret: 'geheim' };
    const { grant } = await new bundled.LecternClient(options).signGrant({
      user: 'ann',
      room: 'maths',
      role: 'talker',
    });
    const [head, body, signature] = grant.split('.');
    expect(createHmac('sha256', 'geheim').update(`${head}.${body}`).digest('base64url')).toBe(signature);
  });

  it('makes a call again that did not get through, under the same idempotency key', async () => {
    const room = { id: 'LC1' };
    const busy = new Response('', { status: 503, headers: { 'retry-after': '0.001' } });
    const { client, sent } = clientWith(new TypeError('fetch failed'), busy, Response.json(room, { status: 201 }));
    expect(await client.createRoom({ name: 'maths' })).toEqual(room);
    expect(sent).toHaveLength(3);
    expect(keyOf(sent[0]!)).toMatch(/^[\da-f-]{36}$/);
    expect(new Set(sent.map(keyOf)).size).toBe(1);
  });

  it('gives up after three attempts, and says what could not be reached', async () => {
    const { client, sent } = clientWith(...Array.from({ length: 3 }, () => new TypeError('fetch failed')));
    await expect(client.listRooms()).rejects.toMatchObject({ code: 'unreachable', status: 0 });
    expect(sent).toHaveLength(3);
  });

  it('does not repeat what was refused, nor follow to another place with its key', async () => {
    const refused = Response.json({ error: { code: 'conflict', message: 'there is a room' } }, { status: 409 });
    const { client, sent } = clientWith(refused);
    await expect(client.createRoom({ name: 'maths' })).rejects.toMatchObject({ code: 'conflict', status: 409 });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.init.redirect).toBe('error');
  });

  it('puts names into paths as parts of them', async () => {
    const { client, sent } = clientWith(new Response(null, { status: 204 }));
    await client.closeRoom('../users/ann?x=1#y');
    expect(sent[0]?.url).toBe('https://meet.example/operator/v1/rooms/..%2Fusers%2Fann%3Fx%3D1%23y');
  });
});

describe('a webhook', () => {
  const body = '{"id":"EV1"}';
  const timestamp = '1795300000';
  const now = Number(timestamp) * 1_000;
  const sign = (text: string): string => `v1=${createHmac('sha256', 'geheim').update(text).digest('hex')}`;
  const signature = sign(`${timestamp}.${body}`);

  it('is genuine with its signature, and not without it, changed, or late', async () => {
    expect(await verifyWebhook({ timestamp, signature, body }, 'geheim', now)).toBe(true);
    expect(await verifyWebhook({ timestamp, signature, body }, 'other', now)).toBe(false);
    expect(await verifyWebhook({ timestamp, signature, body: `${body} ` }, 'geheim', now)).toBe(false);
    expect(await verifyWebhook({ timestamp: '1795300001', signature, body }, 'geheim', now)).toBe(false);
    expect(await verifyWebhook({ timestamp, signature, body }, 'geheim', now + 301_000)).toBe(false);
    for (const wrong of [undefined, '', 'v1=', signature.slice(0, -1)]) {
      expect(await verifyWebhook({ timestamp, signature: wrong, body }, 'geheim', now)).toBe(false);
    }
  });
});
