import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { APP_KEY_PATTERN } from './auth/identity.js';
import { LiveConfigError, readCanvasText, type Canvas } from './live/config.js';

/** Longest delay of a timer: 24.8 days. */
const MAX_TIMER_MS = 2_147_483_647;
const YEAR_MS = 31_536_000_000;

/** A whole number in a range, both ends included. Empty text means the default. */
function whole(fallback: number, min: number, max: number | (() => number)) {
  return z
    .string()
    .default('')
    .transform((text, context): number => {
      const written = text.trim();
      if (written === '') return fallback;
      const most = typeof max === 'number' ? max : max();
      const value = /^\d{1,16}$/.test(written) ? Number(written) : Number.NaN;
      if (value >= min && value <= most) return value;
      context.addIssue(`must be a whole number from ${min} to ${most}`);
      return z.NEVER;
    });
}
/** A delay in milliseconds. */
const ms = (fallback: number, min = 0) => whole(fallback, min, MAX_TIMER_MS);
/** Retention in milliseconds; 0 keeps forever. */
const kept = (fallback: number) => whole(fallback, 0, 100 * YEAR_MS);
const count = (fallback: number, max: number | (() => number)) => whole(fallback, 1, max);
const onOff = z
  .enum(['1', '0', 'true', 'false', 'on', 'off'])
  .transform((value) => value === '1' || value === 'true' || value === 'on');
const text = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const bytes = (fallback: number) => whole(fallback, 0, Number.MAX_SAFE_INTEGER);
const url = (protocols: RegExp, what: string) =>
  text.refine((value) => value === undefined || (URL.canParse(value) && protocols.test(value)), what);

const SECRET_LENGTH = 16;
const secrets = text
  .transform((value) => value?.split(',').map((secret) => secret.trim()) ?? [])
  .refine(
    (list) => list.every((secret) => secret.length >= SECRET_LENGTH),
    'must be a list of secrets of 16 characters or more, separated by commas',
  );

const isPort = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 65_535;

const DEMO_APP_KEY = 'lectern#demo';
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const GIB = 1024 ** 3;
const WORKERS_PER_CORE = 4;
const MIB = 1024 ** 2;
const RELAY_URL = /^(turns?|stuns?):[^\s,]+$/;

function readCanvas(value: string, context: z.RefinementCtx): Canvas {
  try {
    return readCanvasText(value);
  } catch (error) {
    if (!(error instanceof LiveConfigError)) throw error;
    context.addIssue(error.message);
    return z.NEVER;
  }
}

const settings = z.object({
  PORT: whole(8080, 0, 65_535),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(/^postgres(ql)?:/, 'must be a postgres:// URL'),
  PUBLIC_URL: url(/^https?:/, 'must be an http:// or https:// URL'),
  APP_KEYS: z
    .string()
    .default(DEMO_APP_KEY)
    .transform((value) => value.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => APP_KEY_PATTERN.test(key)), 'must be a list of org#app, separated by commas'),
  /** Creators of rooms and conferences: every user, or only backends and holders of a grant. */
  ROOM_CREATION: z.enum(['users', 'operator']).default('users'),
  DEMO: onOff.optional(),
  SECRET: text.refine((value) => value === undefined || value.length >= 16, 'must have 16 characters or more'),
  SECRET_PREVIOUS: secrets,
  FORGET_SECRET: text.transform((value) => value?.split(',').map((start) => start.trim()) ?? []),
  TRUST_PROXY: onOff.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** More workers than cores only cost memory. */
  MEDIA_WORKERS: count(1, () => WORKERS_PER_CORE * availableParallelism()),
  ANNOUNCED_ADDRESS: text.transform((value) => value?.split(',').map((address) => address.trim())),
  MEDIA_PORTS: text.transform((value, context) => {
    if (value === undefined) return undefined;
    const [first, last] = value.split('-').map(Number);
    if (first !== undefined && last !== undefined && isPort(first) && isPort(last) && first <= last) {
      return [first, last] as const;
    }
    context.addIssue('must be a range of ports, such as 40000-40999');
    return z.NEVER;
  }),
  TURN_URL: text.transform((value, context) => {
    const urls = value?.split(',').map((entry) => entry.trim()) ?? [];
    if (urls.every((entry) => RELAY_URL.test(entry))) return urls;
    context.addIssue('must be a list of turn:, turns: or stun: URLs, separated by commas');
    return z.NEVER;
  }),
  TURN_SECRET: text,
  TURN_TTL_MS: ms(12 * HOUR_MS, SECOND_MS),
  TURN_RELAY_ONLY: onOff.default(false),
  METRICS_TOKEN: text.refine((value) => value === undefined || value.length >= 16, 'must have 16 characters or more'),
  WEBHOOK_URL: url(/^https?:/, 'must be an http:// or https:// URL'),
  WEBHOOK_SECRET: text.refine((value) => value === undefined || value.length >= 16, 'must have 16 characters or more'),
  WEBHOOK_RETENTION_MS: ms(3 * 24 * HOUR_MS),
  WEBHOOK_QUEUE: count(100_000, 10_000_000),
  EVENT_RETENTION_MS: kept(7 * 24 * HOUR_MS),
  FFMPEG_PATH: z.string().trim().min(1).default('ffmpeg'),
  MAX_LIVE_OUTPUTS: count(4, 1_000),
  MAX_LIVE_OUTPUTS_TOTAL: count(16, 1_000),
  LIVE_PUSH_HOSTS: z
    .string()
    .default('*')
    .transform((value) => value.split(',').flatMap((host) => host.trim() || [])),
  LIVE_CANVAS: z.string().default('1280x720@20').transform(readCanvas),
  LIVE_GIVE_UP_MS: ms(10 * 60_000),
  GRACE_MS: ms(45_000),
  STREAM_GRACE_MS: ms(10_000),
  CODEC_SWITCH_MS: ms(5_000),
  REAP_MS: ms(120_000),
  TICKET_TTL_MS: ms(12 * HOUR_MS, SECOND_MS),
  TOKEN_TTL_MS: ms(7 * 24 * HOUR_MS, SECOND_MS),
  RETENTION_MS: ms(7 * 24 * HOUR_MS),
  MAX_MEMBERS: count(200, 10_000),
  MAX_TALKERS: count(100, 10_000),
  MAX_AUDIENCE: count(600, 100_000),
  MAX_VIDEO_PUBLISHERS: count(30, 1_000),
  MAX_DESKTOP_PUBLISHERS: count(2, 1_000),
  MAX_FORWARDED_VOICES: whole(0, 0, 1_000),
  MAX_SESSIONS_PER_USER: count(10, 1_000),
  MAX_OWN_CONFERENCES: count(200, 100_000),
  MAX_SOCKETS_PER_ADDRESS: count(2_000, 1_000_000),
  MAX_FAILURES: count(20, 1_000_000),
  MAX_FAILURES_PER_ADDRESS: count(300, 1_000_000),
  FAILURE_WINDOW_MS: ms(120_000, 1),
  MAX_STREAMS_PER_MEMBER: count(8, 100),
  MAX_CHANNELS_PER_MEMBER: count(1_000, 10_000),
  RECORD_BY: z.enum(['admin', 'publisher', 'talker', 'member']).default('talker'),
  RECORDING_MAX_BYTES: bytes(4 * GIB),
  RECORDING_TOTAL_BYTES: bytes(100 * GIB),
  RECORDING_MIN_FREE_BYTES: bytes(GIB),
  RECORDING_RETENTION_MS: kept(30 * 24 * HOUR_MS),
  ENTER_TIMEOUT_MS: ms(20_000, SECOND_MS),
  PING_INTERVAL_MS: ms(15_000, SECOND_MS),
  FRAMES_PER_SECOND: count(200, 1_000_000),
  FRAME_BURST: count(1_000, 1_000_000),
  MAX_BUFFERED_BYTES: count(8 * MIB, 1_024 * MIB),
  IM_MAX_MESSAGE_BYTES: count(64 * 1024, 16 * MIB),
  IM_MESSAGES_PER_SECOND: count(20, 1_000_000),
  IM_MESSAGE_BURST: count(200, 1_000_000),
  IM_MAX_DEVICES: count(10, 1_000),
  IM_WEB_DEVICES: count(1, 1_000),
  IM_RECALL_LIMIT_MS: ms(120_000),
  IM_MAX_GROUP_MEMBERS: count(500, 100_000),
  IM_MAX_GROUPS_PER_USER: count(500, 100_000),
  IM_MAX_GROUP_NAME: count(128, 1_000),
  IM_MAX_GROUP_DESCRIPTION: count(512, 10_000),
  OPERATOR_CALLS_PER_SECOND: count(50, 1_000_000),
  OPERATOR_CALL_BURST: count(200, 1_000_000),
  CALL_RING_MS: ms(60_000, SECOND_MS),
  QUALITY_UPLOAD: onOff.default(true),
  QUALITY_TOKEN: text.refine((value) => value === undefined || value.length >= 16, 'must have 16 characters or more'),
  QUALITY_RETENTION_MS: kept(30 * 24 * HOUR_MS),
  QUALITY_MAX_RECORDS: count(50_000_000, 1_000_000_000),
  QUALITY_QUEUE_BYTES: count(32 * MIB, 1_024 * MIB),
  QUALITY_RECORDS_PER_SECOND: count(50, 1_000_000),
  QUALITY_RECORD_BURST: count(1_000, 1_000_000),
});

/** Names of all settings, for `docs/settings.md`. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape);

/** Settings of the server, all from the environment; times in milliseconds. */
export type ServerConfig = Readonly<Omit<z.infer<typeof settings>, 'DEMO'>> & {
  /** Everyone may register as a user. */
  readonly DEMO: boolean;
};

export interface ConfigOptions {
  /** Default of `DEMO` where it is not set; false if absent. */
  readonly isDemoByDefault?: boolean;
}

export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** Reads settings; unset ones have defaults. @throws {ConfigError} that names every wrong setting */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  { isDemoByDefault = false }: ConfigOptions = {},
): ServerConfig {
  const parsed = settings.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`these settings cannot be used:\n${lines.join('\n')}`);
  }
  const { DEMO, ...rest } = parsed.data;
  const lacking = [
    rest.TURN_URL.some((entry) => entry.startsWith('turn')) && rest.TURN_SECRET === undefined
      ? '  TURN_SECRET: must be set with TURN_URL: the secret that the TURN server shares (static-auth-secret)'
      : undefined,
    rest.WEBHOOK_URL !== undefined && rest.WEBHOOK_SECRET === undefined
      ? '  WEBHOOK_SECRET: must be set with WEBHOOK_URL: what is sent there is signed with it'
      : undefined,
  ].filter((line) => line !== undefined);
  if (lacking.length > 0) throw new ConfigError(`these settings are missing:\n${lacking.join('\n')}`);
  return { ...rest, DEMO: DEMO ?? (isDemoByDefault && rest.APP_KEYS.includes(DEMO_APP_KEY)) };
}
