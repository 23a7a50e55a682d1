import { closedError, stateError } from '../conference/context.js';
import { conferencePort } from '../conference/port.js';
import type {
  CallOptions,
  Conference,
  LinkState,
  LocalStream,
  RemoteStream,
  StreamSnapshot,
} from '../conference/types.js';
import type { Dispose } from '../core/clock.js';
import { Disposables } from '../core/disposables.js';
import { Emitter } from '../core/emitter.js';
import { StateMachine } from '../core/state-machine.js';
import { SoundMeter } from '../recorder/sound-meter.js';
import type { PointerSnapshot } from '../remote-control/index.js';
import { ElementCommands } from './commands.js';
import { watchPresence } from './presence.js';
import { ELEMENT_TRANSITIONS, type ElementState } from './transitions.js';
import {
  ELEMENT_EVENTS,
  type ControlSide,
  type ElementEvents,
  type ElementMedia,
  type ElementOptions,
  type IceState,
  type StreamRef,
} from './types.js';

const ICE_STATES: Readonly<Record<LinkState, IceState>> = {
  idle: 'new',
  offering: 'new',
  connecting: 'checking',
  linked: 'connected',
  weak: 'disconnected',
  rebuilding: 'failed',
  failed: 'failed',
  closed: 'closed',
};

const NO_MEDIA: ElementMedia = { audio: false, video: false, mediaStream: undefined };

/** The bindings of elements; an element shows one stream at a time. */
const bindings = new WeakMap<HTMLMediaElement, ElementBinding>();

/** Returns the binding of an element, if it has one. */
export const bindingOf = (element: HTMLMediaElement): ElementBinding | undefined => bindings.get(element);

/**
 * Binds a stream, local or remote, to a video or audio element of the page (spec §2): the element shows the stream
 * whenever it exists, through rebuilds and new subscriptions, emits its events, and accepts its commands. An element
 * that was bound before is rebound. An element that is removed from the page is unbound.
 *
 * If autoplay is blocked, the conference's snapshot has `isPlaybackBlocked`, and `resumePlayback` plays the element.
 * @throws {LecternError} reason `invalid-argument` for a conference that no client has joined.
 * @example
 * const tile = bindElement(video, conference, stream);
 * tile.on('soundChanged', (_, isTalking) => video.classList.toggle('talking', isTalking));
 * await tile.subscribe();
 */
export function bindElement(
  element: HTMLMediaElement,
  conference: Conference,
  stream: StreamRef,
  options: ElementOptions = {},
): ElementBinding {
  conferencePort(conference);
  bindings.get(element)?.close();
  const binding = new ElementBinding(element, conference, typeof stream === 'string' ? stream : stream.id, options);
  if (binding.state !== 'closed') bindings.set(element, binding);
  return binding;
}

/** Binding of an element and its stream (spec §2), made by {@link bindElement}. */
export class ElementBinding extends ElementCommands {
  readonly #emitter = new Emitter<ElementEvents>();
  readonly #disposables = new Disposables();
  readonly #machine = new StateMachine({
    name: 'element',
    initial: 'gone',
    transitions: ELEMENT_TRANSITIONS,
    onChange: (state, previous) => this.#tell('stateChanged', state, previous),
  });
  /** Stream whose media the element plays. */
  #source: LocalStream | RemoteStream | undefined;
  #detach: Dispose = () => undefined;
  #media = NO_MEDIA;
  #link: LinkState | undefined;
  #pointers: Readonly<Record<ControlSide, PointerSnapshot | undefined>> = {
    controller: undefined,
    controlled: undefined,
  };
  #soundListeners = 0;
  #meter: { readonly media: MediaStream; readonly close: Dispose } | undefined;

  /** Use {@link bindElement}. */
  constructor(element: HTMLMediaElement, conference: Conference, streamId: string, options: ElementOptions) {
    super(element, conference, streamId, options);
    const { remote, host, whenRemoved = 'close' } = options;
    // Phones show a video without this in full screen.
    if ('playsInline' in element) element.playsInline = true;
    for (const dispose of [
      conference.state.subscribe(this.#sync),
      conference.on('codecUnsupported', ({ id, videoCodecs }) => {
        if (id === this.streamId) this.#tell('codecUnsupported', videoCodecs);
      }),
      remote?.state.subscribe(() =>
        this.#followPointer('controller', remote.state.getSnapshot().pointers[this.streamId]),
      ),
      host?.state.subscribe(() => {
        const { pointers } = host.state.getSnapshot();
        const isOurs = ({ streamId: id, state }: PointerSnapshot): boolean =>
          id === this.streamId && state === 'controlling';
        this.#followPointer('controlled', pointers.find(isOurs));
      }),
      watchPresence(element, (isThere) => this.#moved(isThere, whenRemoved)),
      () => this.#stopMeter(),
      () => this.#show(undefined),
    ]) {
      if (dispose) this.#disposables.add(dispose);
    }
    this.#sync();
  }

  get state(): ElementState {
    return this.#machine.state;
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof ElementEvents>(event: K, listener: ElementEvents[K]): Dispose {
    const stop = this.#emitter.on(event, listener);
    if (event !== 'soundChanged') return stop;
    this.#soundListeners += 1;
    this.#measure();
    let isListening = true;
    return () => {
      stop();
      if (!isListening) return;
      isListening = false;
      this.#soundListeners -= 1;
      this.#measure();
    };
  }

  /**
   * Subscribes the stream, if it is another member's, and shows it; both kinds unless options here or of the binding
   * select them.
   * @throws {LecternError} reason `invalid-state` for an own stream, `closed`; as `Conference.subscribe`.
   */
  async subscribe(options: CallOptions = {}): Promise<void> {
    if (this.state === 'closed') throw closedError();
    if (this.stream?.isLocal) throw stateError('an own stream is shown without subscribing it');
    await this.conference.subscribe(this.streamId, { ...this.options.wanted, ...options });
    this.#sync();
  }

  /** Releases the element. Subscription and publication stay as they are. Idempotent. */
  close(): void {
    if (this.state === 'closed') return;
    if (bindings.get(this.element) === this) bindings.delete(this.element);
    this.#disposables.close();
    for (const name of ['streamId', 'iceState', 'audioMuted', 'videoMuted']) delete this.element.dataset[name];
    this.#machine.send('close');
  }

  readonly #sync = (): void => {
    if (this.conference.state.getSnapshot().state === 'left') return this.close();
    const { stream } = this;
    this.element.dataset['streamId'] = this.streamId;
    if (this.state === 'gone' && stream) this.#machine.send('appear');
    this.#show(stream?.mediaStream && this.#findSource(stream));
    if (!stream) this.#machine.trySend('vanish');
    this.#followLink(stream?.link ?? 'closed');
    this.#followMedia(stream);
    this.#measure();
  };

  #findSource({ id, isLocal, type }: StreamSnapshot): LocalStream | RemoteStream | undefined {
    if (!isLocal) return this.conference.remoteStream(id);
    const own = this.conference.localStream(type);
    if (own?.id === id) this.own = own;
    return this.own;
  }

  #show(source: LocalStream | RemoteStream | undefined): void {
    if (source === this.#source) return;
    this.#detach();
    this.#source = source;
    this.#detach = source?.attach(this.element) ?? (() => undefined);
    this.#machine.trySend(source ? 'show' : 'lose');
  }

  #moved(isThere: boolean, whenRemoved: 'close' | 'keep'): void {
    if (!isThere && whenRemoved === 'close') return this.close();
    if (!isThere) return;
    // The browser pauses an element that is removed from the page.
    const source = this.#source;
    this.#show(undefined);
    this.#show(source);
  }

  #followLink(link: LinkState): void {
    const state = ICE_STATES[link];
    const before = this.#link && ICE_STATES[this.#link];
    this.#link = link;
    if (state === before) return;
    this.element.dataset['iceState'] = state;
    // The initial state is not reported as a change.
    if (before !== undefined) this.#tell('iceStateChanged', state, link);
  }

  #followMedia(stream: StreamSnapshot | undefined): void {
    const mediaStream = stream?.mediaStream;
    const tracks = mediaStream?.getTracks() ?? [];
    const has = (kind: 'audio' | 'video'): boolean =>
      tracks.some((track) => track.kind === kind) && (stream?.wanted?.[kind] ?? true);
    const next: ElementMedia = {
      audio: has('audio') && !stream?.audioMuted,
      video: has('video') && !stream?.videoMuted,
      mediaStream,
    };
    const { audio, video, mediaStream: before } = this.#media;
    if (next.audio === audio && next.video === video && mediaStream === before) return;
    this.#media = next;
    this.element.dataset['audioMuted'] = String(!next.audio);
    this.element.dataset['videoMuted'] = String(!next.video);
    this.#tell('mediaChanged', next);
  }

  #followPointer(side: ControlSide, pointer: PointerSnapshot | undefined): void {
    const before = this.#pointers[side];
    const now = pointer?.state === 'controlling' ? pointer : undefined;
    if (now?.controlId === before?.controlId) return;
    this.#pointers = { ...this.#pointers, [side]: now };
    if (before) this.#tell('controlFreed', before, side);
    if (now) this.#tell('remoteControl', now, side);
  }

  /** Measures only while the event has listeners: an audio context is costly for the page. */
  #measure(): void {
    const { mediaStream } = this.#media;
    const media = this.#soundListeners > 0 && this.state === 'showing' ? mediaStream : undefined;
    if (media === this.#meter?.media) return;
    this.#stopMeter();
    if (!media) return;
    const meter = (this.options.createMeter ?? ((source) => new SoundMeter(source)))(media);
    meter.on('level', (level) => this.#tell('soundChanged', level, meter.isTalking));
    this.#meter = { media, close: () => meter.close() };
  }

  #stopMeter(): void {
    this.#meter?.close();
    this.#meter = undefined;
  }

  #tell<K extends keyof ElementEvents>(event: K, ...detail: Parameters<ElementEvents[K]>): void {
    this.#emitter.emit(event, ...detail);
    this.element.dispatchEvent(new CustomEvent(ELEMENT_EVENTS[event], { detail }));
  }
}
