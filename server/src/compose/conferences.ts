import type { Passwords } from '@lectern/kit/passwords';
import { randomBytes } from 'node:crypto';
import { SignedSessionIds } from '../auth/tickets.js';
import type { Tokens } from '../auth/tokens.js';
import type { ConferenceContext, ConferenceLimits, ConferenceTimings } from '../conference/context.js';
import { ConferenceRegistry } from '../conference/registry.js';
import type { ServerConfig } from '../config.js';
import type { LiveService } from '../live/index.js';
import type { RecordingDirector } from '../recording/index.js';
import type { SocketTable } from '../signalling/endpoint.js';
import type { RelayServers } from '../turn/relay-servers.js';
import type { EventLog } from '../events/index.js';
import type { Core } from './core.js';

const ID_BYTES = 9;

interface ConferenceOptions {
  readonly core: Core;
  readonly tokens: Tokens;
  readonly sockets: SocketTable;
  readonly events: EventLog;
  readonly relays: RelayServers | undefined;
  readonly live: LiveService;
  readonly director: RecordingDirector;
  readonly passwords: Passwords;
}

/** Builds the registry of conferences, which reports their states to live output and recordings. */
export function composeConferences(options: ConferenceOptions): ConferenceRegistry {
  const { core, tokens, sockets, events, relays, live, director, passwords } = options;
  const { clock, engine, log, signer, store } = core;
  return new ConferenceRegistry(conferenceContext({ core, tokens, relays }), {
    clock,
    engine,
    sockets,
    store: store.conferences,
    signer,
    log,
    events,
    record: (state, streamId) => director.start(state, streamId),
    changed: (state) => {
      live.changed(state);
      director.changed(state);
    },
    passwords,
  });
}

function conferenceContext({
  core: { config, clock, signer },
  tokens,
  relays,
}: Pick<ConferenceOptions, 'core' | 'tokens' | 'relays'>): ConferenceContext {
  return {
    limits: conferenceLimits(config),
    timings: conferenceTimings(config),
    recordRight: config.RECORD_BY,
    sessions: new SignedSessionIds(signer),
    roleToken: (confrId, memName) => tokens.issueRole({ confrId, memName }),
    ...(relays && { rtcCfg: (memName: string) => relays.configFor(memName) }),
    now: () => clock.now(),
    newId: (prefix) => `${prefix}${randomBytes(ID_BYTES).toString('hex').toUpperCase()}`,
  };
}

const conferenceLimits = (config: ServerConfig): ConferenceLimits => ({
  maxMembers: config.MAX_MEMBERS,
  maxTalkers: config.MAX_TALKERS,
  maxAudience: config.MAX_AUDIENCE,
  maxVideoPublishers: config.MAX_VIDEO_PUBLISHERS,
  maxDesktopPublishers: config.MAX_DESKTOP_PUBLISHERS,
  maxSessionsPerUser: config.MAX_SESSIONS_PER_USER,
  maxOwnConferences: config.MAX_OWN_CONFERENCES,
  maxStreamsPerMember: config.MAX_STREAMS_PER_MEMBER,
  maxChannelsPerMember: config.MAX_CHANNELS_PER_MEMBER,
});

const conferenceTimings = (config: ServerConfig): ConferenceTimings => ({
  retentionMs: config.RETENTION_MS,
  reapMs: config.REAP_MS,
  memberGraceMs: config.GRACE_MS,
  streamGraceMs: config.STREAM_GRACE_MS,
  codecSwitchMs: config.CODEC_SWITCH_MS,
});
