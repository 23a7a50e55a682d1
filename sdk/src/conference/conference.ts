import { deferred, race } from '../core/abort.js';
import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { LecternError } from '../core/errors.js';
import type { Snapshots } from '../core/snapshot.js';
import { StateMachine } from '../core/state-machine.js';
import { messageOf } from '../link/wrap-error.js';
import { LinkIds } from '../link/ids.js';
import { Playback } from '../media/playback.js';
import type { Platform } from '../platform/types.js';
import * as wire from '../protocol/index.js';
import type { RestClient } from '../rest/index.js';
import type { SignallingPort, SignallingState } from '../signalling/types.js';
import { ConferenceStore } from './conference-store.js';
import { closedError, type ConferenceContext } from './context.js';
import { LeaveProcedure } from './leave-procedure.js';
import { Extensions } from './extensions.js';
import { ConferenceSettingsUpdater } from './settings-updater.js';
import { iceConfiguration } from './ice.js';
import { Members, readRole } from './members.js';
import type { Mixing } from './mixing.js';
import type { StreamPolicy } from './policy.js';
import { loadMixing } from './parts.js';
import { PORT, type ConferencePort } from './port.js';
import { Publications } from './publications.js';
import { ServerMessageRouter } from './server-message-router.js';
import type { Recovery } from './recovery.js';
import { Roster } from './roster.js';
import { initialSnapshot } from './initial.js';
import { Sharing } from './sharing.js';
import { Streams } from './streams.js';
import { Subscriptions } from './subscriptions.js';
import { CONFERENCE_TRANSITIONS, type ConferenceEvent } from './transitions.js';
import type {
  CallOptions,
  Conference,
  ConferenceEvents,
  ConferenceExit,
  ConferenceSnapshot,
  ConferenceState,
  ConferenceTicket,
  JoinOptions,
  MixedAudio,
  LocalStream,
  PublishOptions,
  RemoteStream,
  StreamSnapshot,
  SubscribeOptions,
} from './types.js';

export interface ConferenceDependencies {
  readonly platform: Platform;
  readonly signalling: SignallingPort;
  readonly ticket: ConferenceTicket;
  readonly options: JoinOptions;
  readonly rest: Pick<RestClient, 'rtc'>;
  /** For every peer connection; by default that of a server with capabilities, else none (wire-conference 3.2). */
  readonly rtcConfiguration?: RTCConfiguration | undefined;
  readonly policy?: StreamPolicy | undefined;
  readonly timings?: ConferenceContext['links']['timings'];
}

const KINDS = ['audio', 'video'] as const;

/** Composes the managers of one conference and forwards to them. */
export class RtcConference implements Conference {
  readonly id: string;
  readonly [PORT]: ConferencePort;
  readonly #deps: ConferenceDependencies;
  readonly #store: ConferenceStore;
  readonly #members: Members;
  readonly #roster: Roster;
  readonly #publications: Publications;
  readonly #subscriptions: Subscriptions;
  readonly #playback: Playback;
  readonly #router: ServerMessageRouter;
  readonly #settings: ConferenceSettingsUpdater;
  readonly #machine: StateMachine<ConferenceState, ConferenceEvent>;
  readonly #disposables = new Disposables();
  readonly #lingering = new Set<Dispose>();
  readonly #sharing = new Sharing(() => this.#isGranted(wire.CAPABILITY_TRANSPORTS));
  #mixing: Mixing | undefined;
  /** Undefined while the conference is joined: it has no streams yet. */
  #recovery: Recovery | undefined;
  readonly #loading: Promise<void>;
  #enter: wire.EnterResponse | undefined;
  #released: Promise<void> | undefined;
  #roleToken: string | undefined;

  constructor(deps: ConferenceDependencies) {
    const { platform, signalling, ticket } = deps;
    this.#roleToken = ticket.roleToken;
    this.id = ticket.conferenceId;
    this.#deps = deps;
    this.#store = new ConferenceStore(initialSnapshot(ticket, signalling.state));
    this.#members = new Members(this.#store);
    this.#playback = new Playback((isPlaybackBlocked) => this.#store.patch({ isPlaybackBlocked }));
    const context: ConferenceContext = {
      platform,
      signalling,
      store: this.#store,
      members: this.#members,
      streams: new Streams(this.#store),
      playback: this.#playback,
      policy: deps.policy ?? {},
      links: {
        clock: platform.clock,
        signalling,
        ids: new LinkIds(),
        lingering: this.#lingering,
        timings: deps.timings,
        canTrickle: () => this.#isGranted(wire.CAPABILITY_FAST),
        createPeerConnection: () => platform.createPeerConnection(iceConfiguration(deps.rtcConfiguration, this.#enter)),
        takeSeat: this.#sharing.takeSeat,
      },
      isGranted: (capability) => this.#isGranted(capability),
      videoCodecs: () => this.#videoCodecs(),
    };
    this.#publications = new Publications(context);
    this.#subscriptions = new Subscriptions(context);
    const { streams } = context;
    this.#loading = this.#load(context);
    this.#loading.catch(() => undefined);
    this.#roster = new Roster(this.#store, this.#members, streams, this.#publications, this.#subscriptions);
    this.#settings = new ConferenceSettingsUpdater(this.#store, this.#publications);
    const extensions = new Extensions();
    this.#router = new ServerMessageRouter({
      members: this.#members,
      settings: this.#settings,
      extensions,
      store: this.#store,
      signalling,
      streams,
      roster: this.#roster,
      publications: this.#publications,
      subscriptions: this.#subscriptions,
      onExit: (reason) => void this.#exit(reason),
      onTransport: this.#sharing.receive,
      onRoleToken: (roleToken) => {
        this.#roleToken = roleToken;
      },
    });
    this[PORT] = this.#port(context, extensions);
    this.#machine = new StateMachine<ConferenceState, ConferenceEvent>({
      name: 'conference',
      initial: 'joining',
      transitions: CONFERENCE_TRANSITIONS,
      onChange: (state, previous) => {
        this.#store.change(() => {
          this.#store.patch({ state });
          this.#store.emit('stateChanged', state, previous);
        });
      },
    });
    this.#listen();
  }

  get state(): Snapshots<ConferenceSnapshot> {
    return this.#store.snapshots;
  }

  on<K extends keyof ConferenceEvents>(event: K, listener: ConferenceEvents[K]): Dispose {
    return this.#store.on(event, listener);
  }

  publish(options?: PublishOptions): Promise<LocalStream> {
    return this.#publications.publish(options);
  }

  subscribe(stream: StreamSnapshot | string, options?: SubscribeOptions): Promise<RemoteStream> {
    return this.#subscriptions.subscribe(stream, options);
  }

  async hangUp(stream: StreamSnapshot | string): Promise<void> {
    const id = typeof stream === 'string' ? stream : stream.id;
    const found = this.#streamOf(id);
    if (!found) return;
    found.link.closeReason = 'UserHangup';
    found.end();
  }

  localStream(type: wire.StreamType = wire.StreamType.Video): LocalStream | undefined {
    return this.#publications.ofType(type);
  }

  remoteStream(streamId: string): RemoteStream | undefined {
    return this.#subscriptions.get(streamId);
  }

  /** Resolves when joining is complete; audience members of LIVE conferences wait for the mix (spec §4). */
  get ready(): Promise<unknown> {
    return this.#loading.then(() => this.#mixing?.ready);
  }

  get mixedAudio(): MixedAudio | undefined {
    return this.#mixing;
  }

  resumePlayback(options: CallOptions = {}): Promise<void> {
    return race(this.#playback.resume(), options);
  }

  leave({ close, signal }: CallOptions & { readonly close?: boolean } = {}): Promise<void> {
    const left = this.#exit(wire.ExitReason.HangUp, close);
    return signal ? race(left, { signal }) : left;
  }

  /** Emits the events of the join after the caller has had time to add listeners. */
  begin(): void {
    this.#disposables.add(this.#deps.platform.clock.after(0, () => this.#store.release()));
  }

  /** Resolves when everything is released; undefined before the conference ends. */
  get released(): Promise<void> | undefined {
    return this.#released;
  }

  #streamOf(id: string) {
    return this.#publications.get(id) ?? this.#subscriptions.get(id);
  }

  #listen(): void {
    const { platform, signalling } = this.#deps;
    for (const dispose of [
      signalling.on('entered', (response, isReentry) => this.#entered(response, isReentry)),
      signalling.on('synced', (response) => this.#guard(() => this.#synced(response))),
      signalling.on('message', (message) => this.#guard(() => this.#router.handle(message))),
      signalling.on('protocolError', (error) => this.#report(error)),
      signalling.on('responseFailed', ({ op }, { result, msg }) => {
        this.#store.emit('responseFailed', op, result, msg);
      }),
      signalling.on('state', (state) => this.#signallingChanged(state)),
      signalling.on('closed', ({ exitReason, code, message }) => {
        void this.#exit(exitReason as wire.ExitReason, false, code, message);
      }),
      platform.onUnload?.(() => void this.leave()) ?? (() => undefined),
    ]) {
      this.#disposables.add(dispose);
    }
  }

  #port(context: ConferenceContext, extensions: Extensions): ConferencePort {
    const { ticket, rest } = this.#deps;
    const roleToken = (): string | undefined => this.#roleToken;
    return {
      context,
      ticket,
      get roleToken() {
        return roleToken();
      },
      isGranted: context.isGranted,
      entered: () => this.#enter,
      linkOf: (id) => this.#streamOf(id)?.link,
      rest: (path, body, { signal, method } = {}) => rest.rtc(path, body, signal, method),
      handle: (op, handler) => extensions.handle(op, handler),
      onClose: (dispose) => void this.#disposables.add(dispose),
    };
  }

  async #load(context: ConferenceContext): Promise<void> {
    const { isMixed, role } = this.#store.now;
    // If this load fails, the first publication loads the module again and reports the error.
    const publishing = role === wire.Role.Audience || this.#publications.load().catch(() => undefined);
    const [mixed, { Recovery }] = await Promise.all([
      isMixed ? loadMixing() : undefined,
      this.#subscriptions.load(),
      context.policy.sharedTransports ? this.#sharing.load(context.links) : undefined,
      publishing,
    ]);
    const onFlowing = (): void => void this.#machine.trySend('flowing');
    this.#recovery = new Recovery(context.platform.clock, () => this.#recoverable(), onFlowing);
    if (!mixed) return;
    const mixing = (this.#mixing = new mixed.Mixing(context, this.#publications, this.#subscriptions));
    this.#disposables.add(() => mixing.close());
  }

  #signallingChanged(signalling: SignallingState): void {
    this.#store.change(() => {
      this.#store.patch({ signalling });
      this.#sharing.signallingChanged(signalling);
      if (signalling !== 'reconnecting' && signalling !== 'offline') return;
      // Active links are recorded before any component notices that they stopped.
      if (this.#machine.can('lost')) this.#recovery?.lost();
      this.#machine.trySend('lost');
    });
  }

  #entered(response: wire.EnterResponse, isReentry: boolean): void {
    const previousAddress = this.#enter?.yourIp;
    const { memId, role, cver, yourIp } = (this.#enter = response);
    this.#store.change(() => {
      this.#store.patch({ version: cver });
      if (!isReentry) this.#store.patch({ role: readRole(role) });
      else if (response.caps) this.#router.applyRole(readRole(role));
      const own = response.mems.find((member) => member.id === memId);
      const { role: current } = this.#store.now;
      this.#members.setLocal({ ...(own ?? this.#ownMember(memId)), role: current });
      this.#roster.replace(response);
      // Servers omit empty fields; those without capabilities may omit more.
      const none = response.caps && { cattrs: [], cstate: { muteAll: false } };
      this.#guard(() => this.#settings.apply({ ...none, ...response }, true));
      if (isReentry) this.#roster.reconcilePublications(response);
      this.#machine.trySend('entered');
    });
    const isMoved = yourIp !== undefined && previousAddress !== undefined && yourIp !== previousAddress;
    if (!isReentry) return;
    if (this.#recovery) this.#recovery.entered(isMoved);
    else this.#machine.trySend('flowing');
    this.#sharing.entered(isMoved);
  }

  #ownMember(id: string): wire.WireMember {
    const { ticket, options } = this.#deps;
    const ext = options.ext === undefined ? {} : { ext: JSON.stringify(options.ext) };
    return { id, name: ticket.ticket.memName, ...(options.nickName && { nickName: options.nickName }), ...ext };
  }

  #synced(response: wire.WireResponse): void {
    this.#store.change(() => {
      // An answer with an older version is ignored.
      this.#store.patch({ version: response.cver as number });
      this.#roster.replace(response);
      // The role may have changed while the socket was down.
      const { localMember } = this.#store.now;
      const mems = response.mems as readonly wire.WireMember[] | undefined;
      const role = mems?.find(({ id }) => id === localMember?.id)?.role;
      if (role !== undefined) this.#router.applyRole(readRole(role));
    });
  }

  #recoverable() {
    return [...this.#publications.all(), ...this.#subscriptions.all()].map((stream) => {
      const shown = this.#store.now.streams.find(({ id }) => id === stream.id);
      return {
        link: stream.link,
        isMuted: KINDS.every((kind) => shown?.[`${kind}Muted`] === true || shown?.wanted?.[kind] === false),
        rebuild: (delayMs: number) => void stream.link.rebuild({ delayMs }),
      };
    });
  }

  /** Ends the conference for the local member; everything is released when the promise resolves. */
  #exit(reason: wire.ExitReason, close = false, code?: number, message?: string): Promise<void> {
    if (!this.#released) {
      // Set before events of the end are emitted: listeners may await it.
      const { promise, resolve, reject } = deferred<void>();
      this.#released = promise;
      this.#release({ reason, code, message }, close).then(resolve, reject);
    }
    return this.#released;
  }

  async #release(exit: ConferenceExit, close: boolean): Promise<void> {
    const leaveProcedure = new LeaveProcedure(this.#deps.platform.clock, this.#deps.signalling, exit.reason);
    if (close) await leaveProcedure.closeConference();
    // Sent first, since a page that is closing may be terminated while it closes its peer connections.
    const links = [...this.#publications.all(), ...this.#subscriptions.all()].map(({ link }) => link);
    const said = leaveProcedure.isReachable ? leaveProcedure.say(links) : Promise.resolve();
    const error = closedError(exit.code);
    this.#disposables.close();
    this.#recovery?.close();
    this.#store.release();
    this.#store.change(() => {
      this.#publications.close(error);
      this.#subscriptions.close(error);
      this.#machine.trySend('exit');
      this.#store.patch({ exit, signalling: 'closed' });
      this.#store.emit('left', exit);
    });
    await leaveProcedure.close(said, this.#isGranted(wire.CAPABILITY_FAST));
    for (const closeNow of this.#lingering) closeNow();
    this.#sharing.close();
  }

  #isGranted(capability: wire.Capability): boolean {
    return this.#enter?.caps?.includes(capability) ?? false;
  }

  #videoCodecs(): readonly string[] {
    const { platform, policy } = this.#deps;
    const own = platform.videoCodecs();
    const lists = [policy?.forceVideoCodecs ?? this.#enter?.vcodes ?? [], wire.VIDEO_CODECS];
    return lists.map((list) => list.filter((codec) => own.includes(codec))).find(({ length }) => length > 0) ?? [];
  }

  #guard(run: () => void): void {
    try {
      run();
    } catch (error) {
      this.#report(error);
    }
  }

  #report(cause: unknown): void {
    const code = wire.CLIENT_FAILURE_CODE;
    const error =
      cause instanceof LecternError ? cause : new LecternError(messageOf(cause), { reason: 'protocol', code, cause });
    this.#store.emit('error', error);
  }
}
