import { parseArgs, type ParseArgsConfig } from 'node:util';
import { USER_NAME_PATTERN } from '../auth/identity.js';
import type { ServerConfig } from '../config.js';
import { KEY_ID_PATTERN, type ApiKey } from '../keys/index.js';
import { singleLine } from '../single-line.js';
import type { StoredConference } from '../store/index.js';
import type { CommandStore } from './attach-store.js';
import { table } from './table.js';
import { CommandError } from './usage.js';

/** Dependencies of a command. */
export interface CommandContext {
  readonly config: ServerConfig;
  attach(): Promise<CommandStore>;
  write(text: string): void;
}

const MAX_NAME_LENGTH = 256;
const JSON_OPTION = { json: { type: 'boolean', default: false } } as const;
const APP_OPTION = { app: { type: 'string' } } as const;

interface Options {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

/** @throws {CommandError} for options that the command does not know */
function readOptions(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>): Options {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { values: values as Options['values'], positionals };
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The application that a command is about: the one of `--app`, else the only one of the server. */
function appOf({ APP_KEYS }: ServerConfig, given: unknown): string {
  if (typeof given === 'string') {
    if (APP_KEYS.includes(given)) return given;
    throw new CommandError(`--app ${given}: the server has ${APP_KEYS.join(', ')} (APP_KEYS)`);
  }
  const [only, ...others] = APP_KEYS;
  if (only !== undefined && others.length === 0) return only;
  throw new CommandError(`name the application by --app, one of ${APP_KEYS.join(', ')}`);
}

async function withStore<T>({ attach }: CommandContext, work: (store: CommandStore) => Promise<T>): Promise<T> {
  const store = await attach();
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const day = (time: number | null): string => (time === null ? '' : new Date(time).toISOString().slice(0, 16));
const asJson = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const keyRow = ({ id, appKey, name, createdAt, revokedAt }: ApiKey): string[] => [
  id,
  appKey,
  name,
  day(createdAt),
  revokedAt === null ? 'good' : `revoked ${day(revokedAt)}`,
];

async function createKey(context: CommandContext, args: readonly string[]): Promise<void> {
  const { values } = readOptions(args, { ...JSON_OPTION, ...APP_OPTION, name: { type: 'string' } });
  const name = singleLine(String(values['name'] ?? ''));
  if (name === '' || name.length > MAX_NAME_LENGTH) throw new CommandError('say what the key is for: --name "school"');
  const appKey = appOf(context.config, values['app']);
  const key = await withStore(context, ({ keys }) => keys.create(appKey, name));
  if (values['json']) return context.write(asJson(key));
  context.write(
    `Key of ${appKey} for ${name}. The secret is shown this once:\n\n  id      ${key.id}\n  secret  ${key.secret}\n`,
  );
}

async function listKeys(context: CommandContext, args: readonly string[]): Promise<void> {
  const { values } = readOptions(args, JSON_OPTION);
  const keys = await withStore(context, (store) => store.keys.list());
  if (values['json']) return context.write(asJson(keys));
  context.write(table(['ID', 'APPLICATION', 'NAME', 'MADE', 'STATE'], keys.map(keyRow)));
}

async function revokeKey(context: CommandContext, args: readonly string[]): Promise<void> {
  const { positionals } = readOptions(args, {});
  const [id = '', ...more] = positionals;
  if (!KEY_ID_PATTERN.test(id) || more.length > 0) throw new CommandError('name one key: lectern keys revoke LK…');
  const revoked = await withStore(context, ({ keys }) => keys.revoke(id));
  if (revoked === undefined) throw new CommandError(`there is no key ${id}: see lectern keys list`);
  context.write(`${id} (${revoked.name}) is revoked. Members by its grants are out within five seconds.\n`);
}

/** Issues an access token of a user, for manual tests. */
async function issueToken(context: CommandContext, args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions(args, { ...JSON_OPTION, ...APP_OPTION });
  const [user = '', ...more] = positionals;
  if (!USER_NAME_PATTERN.test(user) || more.length > 0) throw new CommandError('name one user: lectern token ann');
  const appKey = appOf(context.config, values['app']);
  const token = await withStore(context, async ({ users, tokens }) => {
    if ((await users.find(appKey, user)) === undefined) throw new CommandError(`${appKey} has no user ${user}`);
    return tokens.issueAccess({ appKey, user });
  });
  context.write(values['json'] ? asJson({ user, token, expiresInMs: context.config.TOKEN_TTL_MS }) : `${token}\n`);
}

const memberCount = ({ facts }: StoredConference): number =>
  [...facts.keys()].filter((key) => key.startsWith('members:')).length;

async function listRooms(context: CommandContext, args: readonly string[]): Promise<void> {
  const { values, positionals } = readOptions(args, JSON_OPTION);
  if (positionals.some((word) => word !== 'list')) throw new CommandError('rooms are listed only: lectern rooms');
  const open = await withStore(context, ({ conferences }) => conferences.listOpen());
  const rooms = open.map((room) => ({
    id: room.id,
    appKey: room.appKey,
    name: room.roomName,
    access: room.config.operated?.access ?? 'users',
    members: memberCount(room),
    createdAt: room.createdAt,
  }));
  if (values['json']) return context.write(asJson(rooms));
  const rows = rooms.map((room) => [
    room.id,
    room.appKey,
    room.name ?? '',
    room.access,
    String(room.members),
    day(room.createdAt),
  ]);
  context.write(table(['ID', 'APPLICATION', 'NAME', 'ACCESS', 'MEMBERS', 'OPENED'], rows));
}

type CommandFunction = (context: CommandContext, args: readonly string[]) => Promise<void>;

/** Commands by their words. */
export const COMMANDS: ReadonlyMap<string, CommandFunction> = new Map([
  ['keys create', createKey],
  ['keys list', listKeys],
  ['keys revoke', revokeKey],
  ['token', issueToken],
  ['rooms', listRooms],
]);
