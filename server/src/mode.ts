import { BlockList, isIP } from 'node:net';
import { ConfigError, readConfig, type ServerConfig } from './config.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Loopback, private, shared, link-local and unspecified addresses, which are unreachable from the internet. */
const LOCAL_RANGES = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const;
const LOOPBACK_RANGES = [
  ['127.0.0.0', 8, 'ipv4'],
  ['::1', 128, 'ipv6'],
] as const;
/** Top-level names that are reserved for machines, local networks and tests. */
const LOCAL_NAMES = /(^|\.)(localhost|local|internal|home\.arpa|test)$/;

function blockListOf(ranges: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix, family] of ranges) list.addSubnet(address, prefix, family);
  return list;
}

const LOCAL = blockListOf(LOCAL_RANGES);
const LOOPBACK = blockListOf(LOOPBACK_RANGES);

/** Lower case, without the brackets of IPv6 and the root dot. */
const plainHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');

/** A block list also matches IPv4 addresses in IPv6 notation. */
const isIn = (list: BlockList, host: string): boolean =>
  isIP(host) !== 0 && list.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6');

/** True if a host name or address means this machine alone. */
export function isLoopbackHost(host: string): boolean {
  const plain = plainHost(host);
  return plain === 'localhost' || plain.endsWith('.localhost') || isIn(LOOPBACK, plain);
}

/** True if a host name or address is of this machine or a local network: private addresses, `.local`, plain names. */
export function isLocalHost(host: string): boolean {
  const plain = plainHost(host);
  if (isIP(plain) !== 0) return isIn(LOCAL, plain);
  return !plain.includes('.') || LOCAL_NAMES.test(plain);
}

/** True if the host of a URL may be reachable from the internet; false for text that is no URL. */
export const isPublicUrl = (url: string | undefined): boolean =>
  url !== undefined && URL.canParse(url) && !isLocalHost(new URL(url).hostname);

/** Settings that indicate a production server, one sentence each; empty when there are none. */
export function productionSigns({ NODE_ENV, PUBLIC_URL }: Environment): readonly string[] {
  return [
    ...(NODE_ENV?.trim() === 'production' ? ['NODE_ENV is production'] : []),
    ...(isPublicUrl(PUBLIC_URL?.trim()) ? ['PUBLIC_URL is a public address'] : []),
  ];
}

const USAGE = `Usage: lectern serve [--demo]

  Runs the conference server. Settings are read from the environment: PORT, DATA_DIR, PUBLIC_URL, APP_KEYS and others.
  --demo   anybody may register as a user, unless NODE_ENV, PUBLIC_URL or DEMO say that this is no demo
`;

/** The command line is invalid, or asks for help. */
export class UsageError extends ConfigError {
  constructor(problem: string) {
    super(problem === '' ? USAGE : `${problem}\n\n${USAGE}`);
  }
}

/** Result of reading the settings at start. */
export interface Launch {
  readonly config: ServerConfig;
  /** Explanation of the chosen mode for the operator. */
  readonly notice: string;
}

/**
 * Parses the command line and the settings of `lectern serve`.
 *
 * @throws {UsageError} for unknown arguments
 * @throws {ConfigError} for invalid settings
 */
export function readLaunch(args: readonly string[], env: Environment): Launch {
  const words = args.filter((word) => word !== '--demo');
  if (words.includes('--help') || words.includes('-h')) throw new UsageError('');
  const [unknown] = words[0] === 'serve' ? words.slice(1) : words;
  if (unknown !== undefined) throw new UsageError(`"${unknown}" is not known`);
  const wantsDemo = args.includes('--demo');
  const signs = productionSigns(env);
  const config = readConfig(env, { isDemoByDefault: wantsDemo && signs.length === 0 });
  return { config, notice: noticeOf(config, wantsDemo ? signs : []) };
}

function noticeOf({ DEMO }: ServerConfig, signs: readonly string[]): string {
  if (DEMO) return 'Demo mode: anybody may register as a user. DEMO=off ends that.';
  const why = signs.length === 0 ? '' : `, since ${signs.join(' and ')}`;
  return `Production mode${why}: registration is closed. DEMO=on opens it.`;
}
