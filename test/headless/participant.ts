import {
  registerUser,
  requestToken,
  RtcClient,
  type Conference,
  type ConferenceEvents,
  type LocalStream,
  type StreamSnapshot,
} from '@lectern/rtc';
import { readRelayConfiguration, relayedPlatform } from '@lectern/rtc/deployment';
import { shareDesktop } from '@lectern/rtc/desktop';
import { DiagnosticLog, uploadLog } from '@lectern/rtc/diagnostics';
import { SyntheticMedia } from '../media/synthetic-media.js';
import { loadWrtc } from '../media/wrtc.js';
import { Administrator } from './administration.js';
import { CallSide } from './call-side.js';
import type { CameraOptions, ClientArguments, Commands, Kinds, LoggedEvent, ParticipantState } from './commands.js';
import { ControlSide } from './control-side.js';
import { createCountingPlatform } from './counting-platform.js';
import { DrawingSide } from './drawing-side.js';
import { P2pSide } from './p2p-side.js';
import { Perceptions } from './perceptions.js';
import { QualitySide } from './quality-side.js';

/** Variables in `process.env` that configure a participant. */
export interface ParticipantEnvironment {
  readonly PARTICIPANT_NAME: string;
  /** Sender number in the video pattern and the tone. */
  readonly PARTICIPANT_SENDER: string;
  /** Its {@link CameraOptions} as JSON. */
  readonly PARTICIPANT_CAMERA: string;
}

type Handlers = { [K in keyof Commands]: (args: Commands[K]['args']) => Promise<Commands[K]['result']> };

const ROOM_PASSWORD = 'room password';
const PASSWORD = 'synthetic participants have no secrets';

const LOGGED_EVENTS = [
  'memberJoined',
  'memberLeft',
  'streamAdded',
  'streamUpdated',
  'streamRemoved',
  'stateChanged',
  'roleChanged',
  'adminChanged',
  'allMuted',
  'allUnmuted',
  'muted',
  'unmuted',
  'attributesChanged',
  'networkWeak',
  'linkStateChanged',
  'linkFailed',
  'error',
  'left',
] as const satisfies readonly (keyof ConferenceEvents)[];

/** Strips the part of an event's argument that cannot be serialised. */
const toDetail = (argument: unknown): unknown => {
  if (argument instanceof Error) return argument.message;
  if (typeof argument !== 'object' || argument === null) return argument;
  const { mediaStream: _media, ...rest } = argument as { readonly mediaStream?: unknown };
  return rest;
};

/** One participant: the SDK on Node, with synthetic media. It subscribes to every announced stream. */
export class Participant {
  readonly #wrtc = loadWrtc();
  readonly #media: SyntheticMedia;
  readonly #counting;
  readonly #perceptions = new Perceptions(this.#wrtc);
  readonly #p2p = new P2pSide(this.#perceptions);
  readonly #call;
  readonly #events: LoggedEvent[] = [];
  readonly #declined = new Set<string>();
  #client: RtcClient | undefined;
  #conference: Conference | undefined;
  #administrator: Administrator | undefined;
  #control: ControlSide | undefined;
  #drawing: DrawingSide | undefined;
  #quality: QualitySide | undefined;
  readonly #log = new DiagnosticLog();
  #token = '';
  #room = '';

  constructor(
    private readonly name: string,
    sender: number,
    camera: CameraOptions,
  ) {
    this.#media = new SyntheticMedia(this.#wrtc, { sender, ...camera });
    this.#counting = createCountingPlatform(this.#wrtc, this.#media);
    this.#call = new CallSide(this.#counting.platform, this.#perceptions);
  }

  readonly handlers: Handlers = {
    join: async ({ room, role, config, grant, password = ROOM_PASSWORD, ...entry }) => {
      this.#room = room;
      const client = await this.#openClient(entry);
      const conference = await client.joinRoom({
        roomName: room,
        password,
        role,
        ...(config && { config }),
        ...(grant !== undefined && { grant }),
      });
      this.#enter(conference);
      return { memberId: conference.state.getSnapshot().localMember?.id ?? '' };
    },
    publish: async (kinds) => ({ streamId: (await this.#joined.publish(kinds)).id }),
    shareDesktop: async ({ sources }) => ({ streamId: (await shareDesktop(this.#joined, { sources })).id }),
    unpublish: () => this.#local.unpublish().then(() => undefined),
    muteAudio: () => this.#local.muteAudio().then(() => undefined),
    unmuteAudio: () => this.#local.unmuteAudio().then(() => undefined),
    muteVideo: () => this.#local.muteVideo().then(() => undefined),
    unmuteVideo: () => this.#local.unmuteVideo().then(() => undefined),
    setWanted: ({ streamId, audio, video }) => this.#setWanted(streamId, { audio, video }),
    unsubscribe: async ({ streamId }) => {
      this.#declined.add(streamId);
      await this.#joined.remoteStream(streamId)?.unsubscribe();
      return undefined;
    },
    leave: async ({ close }) => {
      await this.#conference?.leave({ close });
      await this.#client?.close();
      this.#conference = undefined;
      this.#client = undefined;
      this.#declined.clear();
      this.#perceptions.follow([]);
      this.#perceptions.followMix(undefined);
      return undefined;
    },
    state: () => Promise.resolve(this.#state()),
    perceive: () => Promise.resolve(this.#perceptions.report()),
    hearMix: () => Promise.resolve(this.#perceptions.reportMix()),
    levels: () => Promise.resolve(this.#levels()),
    events: () => Promise.resolve(this.#events),
    takeEvents: () => Promise.resolve(this.#events.splice(0)),
    liveObjects: () => Promise.resolve(this.#counting.liveObjects()),
    frameCounts: () => this.#counting.frameCounts(),
    memory: () => {
      globalThis.gc?.();
      return Promise.resolve({ heapUsed: process.memoryUsage().heapUsed });
    },
    watchQuality: ({ isUploaded }) => {
      this.#quality = new QualitySide(this.#joined, isUploaded ? this.#token : undefined);
      return Promise.resolve(undefined);
    },
    quality: async () => {
      if (!this.#quality) throw new Error(`${this.name} does not watch the network`);
      return this.#quality.state();
    },
    control: (command) => this.#controlling.carryOut(command),
    controlState: () => Promise.resolve(this.#controlling.state()),
    drawing: (command) => this.#drawer.carryOut(command),
    drawingState: async () => this.#drawer.state(),
    administer: (command) => this.#administration.carryOut(command),
    administration: () => Promise.resolve(this.#administration.state()),
    setOnline: ({ online }) => {
      this.#counting.setOnline(online);
      return Promise.resolve(undefined);
    },
    p2pEnter: async (options) => this.#p2p.enter(await this.#openClient(options), options),
    p2pCall: () => this.#p2p.call(),
    p2pAccept: () => this.#p2p.accept(),
    p2pSetMuted: (options) => this.#p2p.setMuted(options),
    p2pHangUp: () => this.#p2p.hangUp(),
    p2pState: () => Promise.resolve(this.#p2p.state()),
    uploadLog: ({ url, name }) =>
      uploadLog({ url, name, text: this.#log.text(), fields: { room: this.#room } }).then(() => undefined),
    call: (command) => this.#call.carryOut(command),
    callState: () => Promise.resolve(this.#call.state()),
    // With media in it the process can not end by itself.
    exit: () => process.exit(0),
  };

  async #openClient(entry: ClientArguments): Promise<RtcClient> {
    const { serverUrl: restUrl, appKey, hosts, relayConfiguration, isShared: sharedTransports = false } = entry;
    const { platform } = this.#counting;
    const account = { restUrl, appKey, username: this.name, password: PASSWORD, platform };
    await registerUser(account).catch(() => undefined);
    const { token, memName } = await requestToken(account);
    this.#token = token;
    const relay = relayConfiguration && (await readRelayConfiguration(platform, relayConfiguration));
    this.#client = new RtcClient({
      appKey,
      ...(hosts ? { hosts } : { restUrl }),
      identity: { memName, token },
      platform: relay ? relayedPlatform(platform, relay) : platform,
      streams: { sharedTransports },
    });
    return this.#client;
  }

  get #joined(): Conference {
    if (this.#conference === undefined) throw new Error(`${this.name} has not joined`);
    return this.#conference;
  }

  get #administration(): Administrator {
    if (this.#administrator === undefined) throw new Error(`${this.name} has not joined`);
    return this.#administrator;
  }

  get #controlling(): ControlSide {
    if (this.#control === undefined) throw new Error(`${this.name} has not joined`);
    return this.#control;
  }

  get #drawer(): DrawingSide {
    if (this.#drawing === undefined) throw new Error(`${this.name} has not joined`);
    return this.#drawing;
  }

  get #local(): LocalStream {
    const stream = this.#joined.localStream();
    if (stream === undefined) throw new Error(`${this.name} does not publish`);
    return stream;
  }

  #enter(conference: Conference): void {
    this.#conference = conference;
    this.#log.watch(conference);
    this.#administrator = new Administrator(conference);
    this.#control = new ControlSide(conference);
    this.#drawing = new DrawingSide(conference, this.#control.remote, this.#control.host);
    for (const name of LOGGED_EVENTS) {
      conference.on(name, (...details: readonly unknown[]) => {
        this.#events.push({ name, detail: details.map(toDetail) });
      });
    }
    const follow = (): void => {
      const { streams, mixedAudio } = conference.state.getSnapshot();
      this.#perceptions.follow(streams);
      this.#perceptions.followMix(mixedAudio);
      for (const stream of streams) this.#subscribe(conference, stream);
    };
    conference.state.subscribe(follow);
    follow();
  }

  #subscribe(conference: Conference, stream: StreamSnapshot): void {
    if (stream.isLocal || this.#declined.has(stream.id)) return;
    // Asked for once: what happens to the subscription afterwards is the SDK's.
    this.#declined.add(stream.id);
    conference.subscribe(stream).catch((error: unknown) => {
      this.#events.push({ name: 'subscribeFailed', detail: String(error) });
    });
  }

  async #setWanted(streamId: string, wanted: Kinds): Promise<undefined> {
    const stream = this.#joined.remoteStream(streamId);
    if (stream === undefined) throw new Error(`${this.name} has not subscribed to ${streamId}`);
    await stream.setWanted(wanted);
    return undefined;
  }

  #levels(): Readonly<Record<string, number>> {
    const { streams } = this.#joined.state.getSnapshot();
    const levels = this.#joined.mixedAudio?.levels() ?? new Map<string, number>();
    return Object.fromEntries(
      streams.flatMap(({ id, memberName }) => {
        const level = levels.get(id);
        return level === undefined ? [] : [[memberName.slice(memberName.indexOf('_') + 1), level]];
      }),
    );
  }

  #state(): ParticipantState {
    const { state, type, signalling, role, members, streams } = this.#joined.state.getSnapshot();
    return {
      conference: state,
      type,
      signalling,
      role,
      members: members.map((member) => ({ id: member.id, name: member.name, role: member.role })),
      streams: streams.map((stream) => ({
        id: stream.id,
        memberName: stream.memberName,
        isLocal: stream.isLocal,
        audioMuted: stream.audioMuted,
        videoMuted: stream.videoMuted,
        version: stream.version,
        link: stream.link,
        type: stream.type,
        videoBitrate: stream.videoBitrate,
        audioBitrate: stream.audioBitrate,
        screenOptions: stream.screenOptions,
      })),
    };
  }
}
