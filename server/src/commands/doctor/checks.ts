import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { ServerConfig } from '../../config.js';
import { isLocalHost, isLoopbackHost, isPublicUrl } from '../../mode.js';
import { ok, problem, warning, type Finding } from './finding.js';
import type { Probes } from './probes.js';

const DAY_MS = 86_400_000;
const EXPIRY_NOTICE_DAYS = 14;
const MAX_CLOCK_ERROR_MS = 60_000;
/** A clock before this date was never set. */
const EARLIEST_TIME = Date.UTC(2026, 0, 1);
/** Two peer connections for each of some fifty members. */
const FEW_MEDIA_PORTS = 100;
const GIB = 1024 ** 3;
const DEFAULT_STUN_PORT = 3478;
const DEFAULT_TLS_STUN_PORT = 5349;
const DEMO_APP_KEY = 'lectern#demo';

/** Checks one aspect of the deployment. */
export type Check = (config: ServerConfig, probes: Probes) => Promise<readonly Finding[]> | readonly Finding[];

const because = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const isPublic = ({ PUBLIC_URL }: ServerConfig): boolean => isPublicUrl(PUBLIC_URL);

const checkMode: Check = ({ DEMO, APP_KEYS, PUBLIC_URL }) => {
  if (DEMO && isPublicUrl(PUBLIC_URL)) {
    return [problem('mode', 'it is a demo that the internet reaches: anybody registers as a user', 'Set DEMO=off.')];
  }
  if (DEMO) return [ok('mode', 'demo: anybody registers as a user')];
  const isDemoKey = APP_KEYS.includes(DEMO_APP_KEY);
  const advice = 'Set APP_KEYS to an application of your own, such as school#web.';
  return [
    isDemoKey ? warning('mode', `production, with the application ${DEMO_APP_KEY}`, advice) : ok('mode', 'production'),
  ];
};

const checkPort: Check = async ({ PORT, HOST }, probes) => {
  try {
    await probes.listen(PORT, HOST);
    return [ok('port', `port ${PORT} of ${HOST} is free`)];
  } catch (error) {
    const answer = await probes.health(`http://127.0.0.1:${PORT}`).catch(() => undefined);
    if (answer?.status === 200) return [ok('port', `a healthy server listens on port ${PORT}`)];
    return [problem('port', because(error), 'Stop the other program, or set PORT and HOST.')];
  }
};

const checkPublicUrl: Check = async (config, probes) => {
  const { PUBLIC_URL, DEMO } = config;
  if (PUBLIC_URL === undefined) {
    if (DEMO) return [ok('public URL', 'not set: clients are told the address that they came by')];
    return [
      warning(
        'public URL',
        'PUBLIC_URL is not set',
        'Set it to the https:// address under which clients reach the server.',
      ),
    ];
  }
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'http:' && !isLoopbackHost(hostname)) {
    const message = `${PUBLIC_URL} is not encrypted: browsers give pages no camera and microphone there`;
    return [
      problem(
        'public URL',
        message,
        'Put a proxy with a certificate before the server, and set PUBLIC_URL to https://…',
      ),
    ];
  }
  try {
    const { status } = await probes.health(PUBLIC_URL);
    if (status === 200) return [ok('public URL', `${PUBLIC_URL} reaches a healthy server`)];
    const advice =
      'Let the proxy pass all paths and WebSocket upgrades to the server, and see whether the server runs.';
    return [problem('public URL', `${PUBLIC_URL}/healthz answers ${status}`, advice)];
  } catch (error) {
    const advice =
      'See whether the name leads to this machine, the firewall lets it in, and the proxy and the server run.';
    return [problem('public URL', `${PUBLIC_URL} cannot be reached: ${because(error)}`, advice)];
  }
};

const checkCertificate: Check = async ({ PUBLIC_URL }, probes) => {
  if (PUBLIC_URL === undefined || !PUBLIC_URL.startsWith('https:')) return [];
  const { hostname, port } = new URL(PUBLIC_URL);
  let certificate;
  try {
    certificate = await probes.certificate(hostname, Number(port || 443));
  } catch (error) {
    return [
      problem('TLS', `no certificate of ${hostname}: ${because(error)}`, 'Let the proxy serve TLS on that port.'),
    ];
  }
  const { expiresAt, refusal } = certificate;
  const days = Math.floor((expiresAt - probes.now()) / DAY_MS);
  const renewal = 'Renew the certificate, and let certbot or the proxy do it by itself from now on.';
  if (days < 0) return [problem('TLS', `the certificate of ${hostname} has expired ${-days} days ago`, renewal)];
  if (refusal !== undefined) {
    const advice = `Serve a certificate for ${hostname} with its whole chain, from an authority that browsers know.`;
    return [problem('TLS', `clients refuse the certificate of ${hostname}: ${refusal}`, advice)];
  }
  if (days < EXPIRY_NOTICE_DAYS)
    return [warning('TLS', `the certificate of ${hostname} expires in ${days} days`, renewal)];
  return [ok('TLS', `the certificate of ${hostname} is good for ${days} days`)];
};

const checkProxy: Check = (config) => {
  const { HOST, TRUST_PROXY } = config;
  if (!isPublic(config)) return [];
  if (isLoopbackHost(HOST) && !TRUST_PROXY) {
    const message = 'the server is behind a proxy of this machine, so all clients count as one address';
    return [problem('proxy', message, 'Set TRUST_PROXY=on, and let the proxy set X-Forwarded-For.')];
  }
  if (!isLoopbackHost(HOST) && TRUST_PROXY) {
    const message = `with TRUST_PROXY=on and HOST=${HOST} whoever reaches the port directly may claim any address`;
    return [
      warning(
        'proxy',
        message,
        'Set HOST=127.0.0.1 where the proxy is on this machine; else close the port to all others.',
      ),
    ];
  }
  return [
    ok(
      'proxy',
      TRUST_PROXY ? 'addresses of clients are those that the proxy names' : 'clients reach the server directly',
    ),
  ];
};

const checkMediaAddress: Check = (config, probes) => {
  const { ANNOUNCED_ADDRESS } = config;
  const wrong = ANNOUNCED_ADDRESS?.find((address) => isIP(address) === 0);
  if (wrong !== undefined) {
    return [
      problem(
        'media address',
        `ANNOUNCED_ADDRESS has "${wrong}", which is no IP address`,
        'Name IP addresses, not hosts.',
      ),
    ];
  }
  if (!isPublic(config)) return [ok('media address', 'clients are of this machine or network')];
  const own = ANNOUNCED_ADDRESS ?? probes.addresses();
  if (own.some((address) => !isLocalHost(address))) return [ok('media address', `media come to ${own.join(', ')}`)];
  const message = `clients are told to send media to ${own.join(', ') || 'nowhere'}, which the internet does not reach`;
  return [problem('media address', message, 'Set ANNOUNCED_ADDRESS to the public IP address of this machine.')];
};

const checkMediaPorts: Check = async (config, probes) => {
  const { MEDIA_PORTS } = config;
  if (MEDIA_PORTS === undefined) {
    if (!isPublic(config)) return [ok('media ports', 'any free UDP port')];
    const advice = 'Set MEDIA_PORTS=40000-49999 and open these UDP ports.';
    return [warning('media ports', 'media use any UDP port, which firewalls mostly keep closed', advice)];
  }
  const [first, last] = MEDIA_PORTS;
  const count = last - first + 1;
  if (count < FEW_MEDIA_PORTS) {
    const advice = `Name ${FEW_MEDIA_PORTS} ports or more, two for each member, such as MEDIA_PORTS=40000-49999.`;
    return [problem('media ports', `MEDIA_PORTS has ${count} ports: members beyond them get no media`, advice)];
  }
  try {
    await probes.udpPort(first);
    return [ok('media ports', `UDP ${first} to ${last}; the firewall must let them in`)];
  } catch (error) {
    return [
      problem(
        'media ports',
        `UDP port ${first} cannot be used: ${because(error)}`,
        'Choose another range for MEDIA_PORTS.',
      ),
    ];
  }
};

const checkRelay: Check = async (config, probes) => {
  const { TURN_URL } = config;
  if (TURN_URL.length === 0) {
    if (!isPublic(config)) return [];
    const advice = 'Run coturn, and set TURN_URL and TURN_SECRET.';
    return [warning('TURN', 'there is no relay: members in networks that block UDP see and hear nothing', advice)];
  }
  return Promise.all(TURN_URL.map((url) => checkRelayUrl(url, probes)));
};

async function checkRelayUrl(url: string, probes: Probes): Promise<Finding> {
  const [, scheme = '', host = '', port] = /^(\w+):(\[[^\]]+\]|[^:?]+)(?::(\d+))?/.exec(url) ?? [];
  const isTls = scheme.endsWith('s');
  const number = Number(port ?? (isTls ? DEFAULT_TLS_STUN_PORT : DEFAULT_STUN_PORT));
  const isTcp = isTls || url.includes('transport=tcp');
  const name = host.replace(/^\[|\]$/g, '');
  try {
    await (isTcp ? probes.tcp(name, number) : probes.stun(name, number));
    return ok('TURN', `${url} answers`);
  } catch (error) {
    const advice = `Start the relay, open ${isTcp ? 'TCP' : 'UDP'} port ${number} to it, or correct TURN_URL.`;
    return problem('TURN', `${url} does not answer: ${because(error)}`, advice);
  }
}

const checkClock: Check = async ({ PUBLIC_URL }, probes) => {
  const advice = 'Let the machine set its clock by NTP: timedatectl set-ntp true.';
  if (probes.now() < EARLIEST_TIME) {
    return [problem('clock', `the clock says ${new Date(probes.now()).toISOString()}`, advice)];
  }
  const answer = PUBLIC_URL === undefined ? undefined : await probes.health(PUBLIC_URL).catch(() => undefined);
  if (answer?.time === undefined) return [ok('clock', new Date(probes.now()).toISOString())];
  const error = Math.abs(answer.time - probes.now());
  if (error <= MAX_CLOCK_ERROR_MS) return [ok('clock', 'agrees with that of the public address')];
  const message = `the clock is ${Math.round(error / 1000)} s away from that of the public address: tickets and grants fail`;
  return [problem('clock', message, advice)];
};

const checkDisk: Check = async ({ DATA_DIR, RECORDING_MIN_FREE_BYTES }, probes) => {
  const folder = resolve(DATA_DIR);
  const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;
  try {
    const free = await probes.freeBytes(folder);
    if (free >= RECORDING_MIN_FREE_BYTES) return [ok('disk', `${gib(free)} are free for ${folder}`)];
    const message = `${gib(free)} are free for ${folder}; nothing is recorded below ${gib(RECORDING_MIN_FREE_BYTES)}`;
    return [problem('disk', message, 'Make room, move DATA_DIR to a larger disk, or lower RECORDING_RETENTION_MS.')];
  } catch (error) {
    return [
      problem(
        'disk',
        `${folder} cannot be written to: ${because(error)}`,
        'Give the folder to the user of the server, or set DATA_DIR.',
      ),
    ];
  }
};

const checkDatabase: Check = async (config, probes) => {
  try {
    await probes.database(config);
    return [ok('database', config.DATABASE_URL === undefined ? 'the embedded one answers' : 'DATABASE_URL answers')];
  } catch (error) {
    const message = because(error);
    if (/start (it|the server) once/.test(message)) return [ok('database', 'is made when the server starts first')];
    return [problem('database', message, 'The server does not start until this is mended.')];
  }
};

const checkFfmpeg: Check = async ({ FFMPEG_PATH }, probes) => {
  try {
    await probes.ffmpeg(FFMPEG_PATH);
    return [ok('ffmpeg', `"${FFMPEG_PATH}" is there, with H264 and AAC`)];
  } catch (error) {
    const advice =
      'Install ffmpeg (apt install ffmpeg), or set FFMPEG_PATH. Without it there is no live output and no merged recording.';
    return [warning('ffmpeg', because(error), advice)];
  }
};

const checkWebhooks: Check = ({ WEBHOOK_URL }) => {
  if (WEBHOOK_URL === undefined) return [];
  const { protocol, hostname } = new URL(WEBHOOK_URL);
  if (protocol === 'https:' || isLocalHost(hostname)) return [ok('webhooks', `go to ${new URL(WEBHOOK_URL).origin}`)];
  return [
    warning('webhooks', 'names of members go over the internet unencrypted', 'Set WEBHOOK_URL to an https:// address.'),
  ];
};

/** All checks, in the order of the report. */
export const CHECKS: readonly Check[] = [
  checkMode,
  checkPort,
  checkPublicUrl,
  checkCertificate,
  checkProxy,
  checkMediaAddress,
  checkMediaPorts,
  checkRelay,
  checkClock,
  checkDisk,
  checkDatabase,
  checkFfmpeg,
  checkWebhooks,
];
