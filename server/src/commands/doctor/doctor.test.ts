import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine, runDoctor } from './doctor.js';
import type { Finding } from './finding.js';
import { systemProbes, type Probes } from './probes.js';

const NOW = Date.UTC(2026, 10, 23);
const DAY_MS = 86_400_000;
const GIB = 1024 ** 3;

/** A machine without problems. */
const healthy: Probes = {
  now: () => NOW,
  listen: () => Promise.resolve(),
  health: () => Promise.resolve({ status: 200, time: NOW }),
  certificate: () => Promise.resolve({ expiresAt: NOW + 80 * DAY_MS, refusal: undefined }),
  addresses: () => ['203.0.113.7'],
  udpPort: () => Promise.resolve(),
  stun: () => Promise.resolve(),
  tcp: () => Promise.resolve(),
  freeBytes: () => Promise.resolve(100 * GIB),
  database: () => Promise.resolve(),
  ffmpeg: () => Promise.resolve(),
};
/** Settings of a complete deployment. */
const deployed = {
  PUBLIC_URL: 'https://meet.example.org',
  HOST: '127.0.0.1',
  TRUST_PROXY: 'on',
  APP_KEYS: 'school#web',
  MEDIA_PORTS: '40000-49999',
  TURN_URL: 'turn:turn.example.org:3478,turns:turn.example.org',
  TURN_SECRET: 'the secret of the relay',
};
const fails = (message: string) => (): Promise<never> => Promise.reject(new Error(message));

/** Findings that are not `ok`. */
const troubles = async (env: Record<string, string>, probes: Partial<Probes> = {}): Promise<readonly Finding[]> =>
  (await examine({ ...deployed, ...env }, { ...healthy, ...probes })).filter(({ state }) => state !== 'ok');

describe('lectern doctor', () => {
  it('finds nothing on a deployment that lacks nothing', async () => {
    expect(await troubles({})).toEqual([]);
  });

  it('finds nothing on a laptop that runs the demo', async () => {
    const findings = await examine({ DEMO: 'on' }, healthy);
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  });

  it.each<[string, Record<string, string>, Partial<Probes>, string, string, string]>([
    [
      'a setting out of its range',
      { PORT: '99999' },
      {},
      'settings',
      'PORT: must be a whole number',
      'docs/settings.md',
    ],
    ['TURN without its secret', { TURN_SECRET: '' }, {}, 'settings', 'TURN_SECRET: must be set', 'docs/settings.md'],
    ['a demo on the internet', { DEMO: 'on' }, {}, 'mode', 'anybody registers', 'DEMO=off'],
    [
      'a port that another program has',
      {},
      { listen: fails('port 8080 of 127.0.0.1 is in use'), health: fails('refused') },
      'port',
      'is in use',
      'Stop the other program',
    ],
    [
      'a public address without TLS',
      { PUBLIC_URL: 'http://meet.example.org' },
      {},
      'public URL',
      'no camera',
      'https://',
    ],
    [
      'a proxy that does not pass requests on',
      {},
      { health: () => Promise.resolve({ status: 502, time: NOW }) },
      'public URL',
      'answers 502',
      'WebSocket upgrades',
    ],
    [
      'a name that leads nowhere',
      {},
      { health: fails('getaddrinfo ENOTFOUND') },
      'public URL',
      'cannot be reached: getaddrinfo ENOTFOUND',
      'the name leads to this machine',
    ],
    [
      'a certificate that has expired',
      {},
      { certificate: () => Promise.resolve({ expiresAt: NOW - 3 * DAY_MS, refusal: 'CERT_HAS_EXPIRED' }) },
      'TLS',
      'has expired 3 days ago',
      'Renew',
    ],
    [
      'a certificate of another name',
      {},
      {
        certificate: () => Promise.resolve({ expiresAt: NOW + 9e9, refusal: "does not match certificate's altnames" }),
      },
      'TLS',
      'does not match',
      'meet.example.org',
    ],
    ['a proxy whose word is not taken', { TRUST_PROXY: 'off' }, {}, 'proxy', 'count as one address', 'TRUST_PROXY=on'],
    [
      'a machine behind NAT that announces its private address',
      {},
      { addresses: () => ['10.0.0.5', 'fe80::1'] },
      'media address',
      'send media to 10.0.0.5',
      'ANNOUNCED_ADDRESS',
    ],
    [
      'a host name for media',
      { ANNOUNCED_ADDRESS: 'meet.example.org' },
      {},
      'media address',
      'no IP address',
      'not hosts',
    ],
    ['too few media ports', { MEDIA_PORTS: '40000-40009' }, {}, 'media ports', 'has 10 ports', '40000-49999'],
    ['media ports in use', {}, { udpPort: fails('bind EADDRINUSE') }, 'media ports', 'EADDRINUSE', 'another range'],
    [
      'a relay that is down',
      {},
      { stun: fails('did not answer') },
      'TURN',
      'turn:turn.example.org:3478',
      'UDP port 3478',
    ],
    ['a relay whose TLS port is closed', {}, { tcp: fails('ECONNREFUSED') }, 'TURN', 'turns:', 'TCP port 5349'],
    [
      'a clock that is wrong',
      {},
      { health: () => Promise.resolve({ status: 200, time: NOW + 600_000 }) },
      'clock',
      '600 s away',
      'NTP',
    ],
    ['a clock that was never set', {}, { now: () => 0 }, 'clock', '1970', 'NTP'],
    ['a disk that is full', {}, { freeBytes: () => Promise.resolve(GIB / 2) }, 'disk', '0.5 GiB are free', 'Make room'],
    ['a folder of somebody else', {}, { freeBytes: fails('EACCES') }, 'disk', 'cannot be written', 'DATA_DIR'],
    [
      'a database that does not answer',
      {},
      { database: fails('the database is away') },
      'database',
      'away',
      'does not start',
    ],
  ])('explains %s', async (_what, env, probes, check, message, advice) => {
    const found = (await troubles(env, probes)).find((finding) => finding.check === check);
    expect(found).toMatchObject({ state: 'problem' });
    expect(found?.message).toContain(message);
    expect(found?.advice).toContain(advice);
  });

  it.each<[string, Record<string, string>, Partial<Probes>, string, string]>([
    ['no relay', { TURN_URL: '' }, {}, 'TURN', 'coturn'],
    ['no media ports', { MEDIA_PORTS: '' }, {}, 'media ports', 'MEDIA_PORTS=40000-49999'],
    ['no ffmpeg', {}, { ffmpeg: fails('"ffmpeg" is not there') }, 'ffmpeg', 'apt install ffmpeg'],
    ['no public address', { PUBLIC_URL: '', DEMO: 'off' }, {}, 'public URL', 'https://'],
    ['the application of the demo', { APP_KEYS: 'lectern#demo' }, {}, 'mode', 'school#web'],
    ['a port that trusts everybody', { HOST: '0.0.0.0' }, {}, 'proxy', 'HOST=127.0.0.1'],
    [
      'webhooks in the clear',
      { WEBHOOK_URL: 'http://hooks.example.org', WEBHOOK_SECRET: 'a'.repeat(16) },
      {},
      'webhooks',
      'https://',
    ],
    [
      'a certificate that ends soon',
      {},
      { certificate: () => Promise.resolve({ expiresAt: NOW + 5 * DAY_MS, refusal: undefined }) },
      'TLS',
      'Renew',
    ],
  ])('warns of %s', async (_what, env, probes, check, advice) => {
    const found = (await troubles(env, probes)).find((finding) => finding.check === check);
    expect(found).toMatchObject({ state: 'warning', advice: expect.stringContaining(advice) });
  });

  it('takes a server that runs on the port for the own one', async () => {
    expect(await troubles({}, { listen: fails('port 8080 is in use') })).toEqual([]);
  });

  it('prints what to do, and ends with 1 where there is a problem', async () => {
    let printed = '';
    const run = (env: Record<string, string>, ...args: string[]): Promise<number> => {
      printed = '';
      return runDoctor(args, { env: { ...deployed, ...env }, write: (text) => (printed += text) }, healthy);
    };
    expect([await run({}), printed.includes('No problems.')]).toEqual([0, true]);
    expect(await run({ TRUST_PROXY: 'off' })).toBe(1);
    expect(printed).toMatch(/PROBLEM proxy: .*\n +→ Set TRUST_PROXY=on/);
    expect(await run({ TURN_URL: '' }, '--json')).toBe(0);
    expect(JSON.parse(printed)).toContainEqual(expect.objectContaining({ check: 'TURN', state: 'warning' }));
  });
});

describe('the probes of the machine', () => {
  const probes = systemProbes(fails('no database here'));

  it('tell a port that is taken, a closed one and a missing program from those that are there', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(probes.listen(port, '127.0.0.1')).rejects.toThrow('in use');
    await expect(probes.tcp('127.0.0.1', port)).resolves.toBeUndefined();
    server.close();
    await once(server, 'close');
    await expect(probes.tcp('127.0.0.1', port)).rejects.toThrow();
    await expect(probes.health(`http://127.0.0.1:${port}`)).rejects.toThrow();
    await expect(probes.certificate('127.0.0.1', port)).rejects.toThrow();
    await expect(probes.ffmpeg('/nowhere/ffmpeg')).rejects.toThrow('is not there');
  });

  it('get an answer of a STUN server', async () => {
    const relay = createSocket('udp4');
    relay.on('message', (message, { port, address }) => {
      const answer = Buffer.concat([Buffer.from([0x01, 0x01, 0, 0]), message.subarray(4, 20)]);
      relay.send(answer, port, address);
    });
    relay.bind(0, '127.0.0.1');
    await once(relay, 'listening');
    await expect(probes.stun('127.0.0.1', relay.address().port)).resolves.toBeUndefined();
    await expect(probes.udpPort(0)).resolves.toBeUndefined();
    relay.close();
  });

  it('know the room for a folder that is still to be made', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-doctor-'));
    expect(await probes.freeBytes(join(folder, 'deep', 'data'))).toBeGreaterThan(0);
    await writeFile(join(folder, 'file'), '');
    expect(await probes.freeBytes(folder)).toBeGreaterThan(0);
    await rm(folder, { recursive: true });
  });
});
