import type { Dispose } from '../core/clock.js';
import { Emitter } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { SnapshotStore, type Snapshots } from '../core/snapshot.js';
import { argumentError, closedError, noMediaError, repeatError, requireOpen } from '../conference/context.js';
import { conferencePort, type ConferencePort } from '../conference/port.js';
import type { Conference } from '../conference/types.js';
import { untilLeft } from '../conference/until-left.js';
import { openUserMedia, stopTracks } from '../media/capture.js';
import {
  ConferenceType,
  OP_ACCEPT,
  OP_ANSWER,
  OP_CANDIDATES,
  OP_INIT,
  OP_STREAM_CONTROL,
  OP_TERMINATE,
  StreamType,
  type WireMessage,
} from '../protocol/index.js';
import { TERMINATE_REPUBLISH } from './link.js';
import { CallStream, OTHER_DEVICE_CODE } from './stream.js';
import type { P2pEvents, P2pMediaOptions, P2pSnapshot, P2pStream } from './types.js';
import { OP_WRAPPED, Wrapping } from './wrapping.js';

/** Another device of the same user answered first (spec §4). */
const TERMINATE_OTHER_DEVICE = 10;

type Refusal = { readonly result: number; readonly msg: string };

const otherDevice = (what: 'call' | 'sub'): Refusal => ({
  result: OTHER_DEVICE_CODE,
  msg: `Other device ${what} it. you no.`,
});

/**
 * A call between two users in a conference of type P2P (spec §4): media flows directly between them, and the server
 * relays their messages. Every device of either user may be online; the first one that answers takes the call.
 *
 * @example
 * const conference = await client.joinWithTicket(ticket);
 * const call = new P2pCall(conference);
 * call.on('offered', (stream) => stream.accept());
 */
export class P2pCall {
  readonly #port: ConferencePort;
  readonly #wrapping: Wrapping;
  readonly #emitter: Emitter<P2pEvents>;
  readonly #streams = new Map<string, CallStream>();
  readonly #store: SnapshotStore<P2pSnapshot>;
  readonly #mainId: string;
  readonly isCaller: boolean;

  /** @throws {LecternError} reason `invalid-argument` for a conference of another type. */
  constructor(conference: Conference) {
    const port = conferencePort(conference);
    const { ticket, type } = port.ticket;
    if (type !== ConferenceType.P2p) throw argumentError('not a conference of type P2P');
    const { platform, signalling, store } = port.context;
    this.#port = port;
    this.isCaller = ticket.caller === ticket.memName;
    // Id of the bidirectional stream, known to both sides (wire-conference 2.9).
    this.#mainId = `rtc-${ticket.confrId}`;
    this.#store = new SnapshotStore<P2pSnapshot>({ isCaller: this.isCaller, streams: [] });
    this.#emitter = new Emitter((error) => this.#report(error));
    this.#wrapping = new Wrapping(platform, signalling, (message, from) => this.#receive(message, from));
    port.handle(OP_WRAPPED, (message) => this.#wrapping.receive(message));
    for (const dispose of [
      store.on('memberJoined', ({ id }) => {
        for (const { link } of this.#streams.values()) link.repeatTo(id);
      }),
      store.on('memberLeft', ({ id }) => {
        for (const stream of this.#all()) if (stream.link.memberId === id) stream.end('left');
      }),
      signalling.on('entered', () => {
        for (const { link } of this.#streams.values()) link.resume();
      }),
    ]) {
      port.onClose(dispose);
    }
    port.onClose(() => {
      for (const stream of this.#all()) stream.end('closed');
      this.#wrapping.close(closedError());
    });
  }

  /** The streams, as snapshots. */
  get state(): Snapshots<P2pSnapshot> {
    return this.#store;
  }

  /** Adds a listener; the returned function removes it. */
  on<K extends keyof P2pEvents>(event: K, listener: P2pEvents[K]): Dispose {
    return this.#emitter.on(event, listener);
  }

  /** A stream that has not ended. */
  stream(id: string): P2pStream | undefined {
    return this.#streams.get(id);
  }

  /** The bidirectional stream, while there is one. */
  get main(): P2pStream | undefined {
    return this.#streams.get(this.#mainId);
  }

  /**
   * Calls with camera and microphone. Devices that come online later are called too, until one answers.
   * @throws {LecternError} `open_user_media_fail` −201, `push_fail` −203; reason `invalid-state` during a call.
   */
  async call(options: P2pMediaOptions = {}): Promise<P2pStream> {
    const { context } = this.#port;
    requireOpen(context.store.now);
    this.#requireNoMain();
    const { audio = true, video = true, media, keepMedia = false, signal } = options;
    const open = (until: AbortSignal) => openUserMedia(context.platform.media, { audio, video }, until);
    const local = media ?? (await untilLeft(context, signal, open));
    const keepsMedia = media !== undefined && keepMedia;
    try {
      requireOpen(context.store.now);
      const { main } = this;
      if (main?.snapshot.link === 'ringing') {
        // The other side called while the camera was opening: that call is answered instead.
        await main.accept({ media: local, keepMedia: keepsMedia });
        return main;
      }
      this.#requireNoMain();
      return await this.#start(this.#mainId, StreamType.Video, local, keepsMedia);
    } catch (error) {
      if (!media) stopTracks(local);
      throw error;
    }
  }

  /**
   * Shares a captured screen, one way; it ends with its video track.
   * @throws {LecternError} without a track, and while a screen is shared already.
   */
  async share(media: MediaStream, { keepMedia = false }: { readonly keepMedia?: boolean } = {}): Promise<P2pStream> {
    requireOpen(this.#port.context.store.now);
    if (media.getTracks().length === 0) throw noMediaError();
    const isShared = this.#all().some(({ snapshot: { isMain, isOutgoing } }) => !isMain && isOutgoing);
    if (isShared) throw repeatError(StreamType.Desktop);
    // Both sides use the same sequence of numbers: the side is part of the id.
    const id = `${this.#port.context.links.ids.rtcId()}${this.isCaller ? '__Caller' : '__Callee'}`;
    return this.#start(id, StreamType.Desktop, media, keepMedia);
  }

  async #start(id: string, type: StreamType, media: MediaStream, keepsMedia: boolean): Promise<P2pStream> {
    const stream = this.#add(id, type);
    await stream.call(media, keepsMedia);
    return stream;
  }

  #requireNoMain(): void {
    if (!this.main || this.main.snapshot.link === 'ringing') return;
    throw repeatError(StreamType.Video);
  }

  #all(): CallStream[] {
    return [...this.#streams.values()];
  }

  #add(id: string, type: StreamType, offer?: WireMessage): CallStream {
    const environment = {
      context: this.#port.context,
      isCaller: this.isCaller,
      send: (message: WireMessage, to?: string) => this.#wrapping.send(message, to),
      emit: <K extends keyof P2pEvents>(event: K, ...args: Parameters<P2pEvents[K]>) => {
        if (event === 'ended') this.#streams.delete(id);
        this.#show();
        this.#emitter.emit(event, ...args);
      },
      changed: () => this.#show(),
    };
    const stream = new CallStream(environment, { id, type, isMain: id === this.#mainId, ...(offer && { offer }) });
    this.#streams.set(id, stream);
    this.#show();
    return stream;
  }

  #show(): void {
    this.#store.set({ isCaller: this.isCaller, streams: this.#all().map(({ snapshot }) => snapshot) });
  }

  #receive(message: WireMessage, from: string): Refusal | void {
    const { rtcId = '' } = message;
    const stream = this.#streams.get(rtcId);
    switch (message.op) {
      case OP_INIT:
        return this.#offered(message, from, stream);
      case OP_ANSWER:
      case OP_ACCEPT:
        return this.#answered(message, from, stream);
      case OP_CANDIDATES:
        return stream?.link.candidates(message);
      case OP_STREAM_CONTROL:
        return stream?.controlled(message);
      case OP_TERMINATE:
        return this.#terminated(message, from, stream);
      default:
    }
  }

  #offered(offer: WireMessage, from: string, stream: CallStream | undefined): Refusal | void {
    const { rtcId = '' } = offer;
    if (!stream) {
      const { type } = (offer.pubS ?? {}) as { readonly type?: unknown };
      const added = this.#add(rtcId, type === StreamType.Desktop ? StreamType.Desktop : StreamType.Video, offer);
      this.#emitter.emit('offered', added);
      return;
    }
    const { memberId } = stream.link;
    if (memberId !== undefined && memberId !== from) return this.#refuse(rtcId, from, 'call');
    stream.offered(offer);
  }

  #answered(answer: WireMessage, from: string, stream: CallStream | undefined): Refusal | void {
    if (!stream) return;
    if (stream.answered(answer) === 'too-late') return this.#refuse(stream.id, from, 'sub');
    this.#silenceOtherDevices(stream.id, from);
  }

  #terminated({ endReason }: WireMessage, from: string, stream: CallStream | undefined): void {
    if (!stream) return;
    const { memberId, isOutgoing } = stream.link;
    if (endReason === TERMINATE_REPUBLISH) return stream.link.republish();
    if (endReason === TERMINATE_OTHER_DEVICE) return stream.end('other-device');
    if (memberId === from) return stream.end('remote');
    if (!isOutgoing || memberId !== undefined) return;
    // Declining on one device declines for all devices of the user.
    this.#silenceOtherDevices(stream.id, from);
    stream.end('remote');
  }

  /** Stops the ringing of a user's other devices once one has decided. */
  #silenceOtherDevices(rtcId: string, from: string): void {
    const { members } = this.#port.context.store.now;
    const name = members.find(({ id }) => id === from)?.name;
    for (const { id, name: other } of members) {
      if (id !== from && other === name) this.#terminateElsewhere(rtcId, id);
    }
  }

  #refuse(rtcId: string, from: string, what: 'call' | 'sub'): Refusal {
    this.#terminateElsewhere(rtcId, from);
    return otherDevice(what);
  }

  #terminateElsewhere(rtcId: string, memberId: string): void {
    const message = { op: OP_TERMINATE, rtcId, endReason: TERMINATE_OTHER_DEVICE };
    this.#wrapping.send(message, memberId).catch(() => undefined);
  }

  #report(error: unknown): void {
    const wrapped = error instanceof LecternError ? error : new LecternError(String(error), { reason: 'protocol' });
    this.#emitter.emit('error', wrapped);
  }
}
