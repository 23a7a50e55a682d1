import { z } from 'zod';
import { APP_KEY_PATTERN } from './auth/identity.js';

const ms = (fallback: number) => z.coerce.number().int().min(0).max(2_147_483_647).default(fallback);
const count = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const onOff = z
  .enum(['1', '0', 'true', 'false', 'on', 'off'])
  .transform((value) => value === '1' || value === 'true' || value === 'on');
const text = z
  .string()
  .trim()
  .transform((value) => (value === '' ? undefined : value))
  .optional();
const url = (protocols: RegExp, what: string) =>
  text.refine((value) => value === undefined || (URL.canParse(value) && protocols.test(value)), what);

const isPort = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 65_535;

const DEMO_APP_KEY = 'lectern#demo';
const HOUR_MS = 3_600_000;

const settings = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: url(/^postgres(ql)?:/, 'must be a postgres:// URL'),
  PUBLIC_URL: url(/^https?:/, 'must be an http:// or https:// URL'),
  APP_KEYS: z
    .string()
    .default(DEMO_APP_KEY)
    .transform((value) => value.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => APP_KEY_PATTERN.test(key)), 'must be a list of org#app, separated by commas'),
  DEMO: onOff.optional(),
  SECRET: text.refine((value) => value === undefined || value.length >= 16, 'must have 16 characters or more'),
  TRUST_PROXY: onOff.default(false),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  MEDIA_WORKERS: count(1),
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
  GRACE_MS: ms(45_000),
  STREAM_GRACE_MS: ms(10_000),
  REAP_MS: ms(120_000),
  TICKET_TTL_MS: ms(12 * HOUR_MS),
  TOKEN_TTL_MS: ms(7 * 24 * HOUR_MS),
  RETENTION_MS: ms(7 * 24 * HOUR_MS),
  MAX_MEMBERS: count(200),
  MAX_SESSIONS_PER_USER: count(10),
  MAX_OWN_CONFERENCES: count(200),
  MAX_SOCKETS_PER_ADDRESS: count(2_000),
  MAX_FAILURES: count(20),
  MAX_FAILURES_PER_ADDRESS: count(300),
  FAILURE_WINDOW_MS: count(120_000),
  MAX_STREAMS_PER_MEMBER: count(8),
  MAX_CHANNELS_PER_MEMBER: count(1_000),
  ENTER_TIMEOUT_MS: ms(20_000),
  PING_INTERVAL_MS: ms(15_000),
  FRAMES_PER_SECOND: count(200),
  FRAME_BURST: count(1_000),
  MAX_BUFFERED_BYTES: count(8 * 1024 * 1024),
});

/** Settings of the server, all from the environment; times in milliseconds. */
export type ServerConfig = Readonly<Omit<z.infer<typeof settings>, 'DEMO'>> & {
  /** Users of the demo app key register openly. */
  readonly DEMO: boolean;
};

export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

/** Reads settings; unset ones have defaults. @throws {ConfigError} that names every wrong setting */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ServerConfig {
  const parsed = settings.safeParse(env);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`these settings cannot be used:\n${lines.join('\n')}`);
  }
  const { DEMO, ...rest } = parsed.data;
  return { ...rest, DEMO: DEMO ?? rest.APP_KEYS.includes(DEMO_APP_KEY) };
}
