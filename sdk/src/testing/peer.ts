import { settle } from './clock.js';
import { FakeTrack } from './media.js';

type Direction = RTCRtpTransceiverDirection;

const answered: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendonly',
  sendonly: 'sendonly',
  recvonly: 'recvonly',
  inactive: 'inactive',
  stopped: 'stopped',
};

/** One section of a {@link FakePeerConnection}. */
export class FakeTransceiver {
  readonly sender: { track: unknown; replaceTrack(track: unknown): Promise<void> };
  readonly kind: 'audio' | 'video';
  direction: Direction;
  sent: unknown;
  readonly receiver: {
    readonly track: FakeTrack;
    getContributingSources(): readonly RTCRtpContributingSource[];
  };
  /** Contributing sources of the received audio. */
  contributors: readonly RTCRtpContributingSource[] = [];
  currentDirection: Direction | null = null;
  /** Assigned by the first offer. */
  mid: string | null = null;
  codecs: readonly RTCRtpCodec[] | undefined;

  constructor(kind: 'audio' | 'video', direction: Direction, sent: unknown) {
    this.kind = kind;
    this.direction = direction;
    this.sent = sent;
    this.sender = {
      track: sent,
      replaceTrack(track) {
        this.track = track;
        return Promise.resolve();
      },
    };
    this.receiver = { track: new FakeTrack(kind, 'remote'), getContributingSources: () => this.contributors };
  }

  setCodecPreferences(codecs: readonly RTCRtpCodec[]): void {
    this.codecs = codecs;
  }
}

/** A peer connection whose network the test controls: see `setIce`, `gather`, `flow`. */
export class FakePeerConnection {
  readonly configuration: RTCConfiguration | undefined;
  readonly transceivers: FakeTransceiver[] = [];
  readonly remoteCandidates: RTCIceCandidateInit[] = [];
  iceConnectionState: RTCIceConnectionState = 'new';
  connectionState: RTCPeerConnectionState = 'new';
  remoteDescription: RTCSessionDescriptionInit | null = null;
  signalingState: RTCSignalingState = 'stable';
  oniceconnectionstatechange: (() => void) | null = null;
  onconnectionstatechange: (() => void) | null = null;
  onicecandidate: ((event: { candidate: unknown }) => void) | null = null;
  isClosed = false;
  /** Calls of `restartIce`. */
  iceRestarts = 0;
  /** True if ICE connects automatically once an answer was set. */
  connects = false;
  /** Media bytes of either direction, as statistics report them. */
  mediaBytes = 0;
  /** Replaces the entries of the report; called for each report. */
  report: (() => readonly object[] | Promise<readonly object[]>) | undefined;
  /** Calls of `getStats`. */
  statsCalls = 0;

  constructor(configuration?: RTCConfiguration) {
    this.configuration = configuration;
  }

  addTransceiver(trackOrKind: FakeTrack | 'audio' | 'video', init: RTCRtpTransceiverInit = {}): FakeTransceiver {
    const kind = typeof trackOrKind === 'string' ? trackOrKind : trackOrKind.kind;
    const sent = typeof trackOrKind === 'string' ? undefined : trackOrKind;
    const transceiver = new FakeTransceiver(kind, init.direction ?? 'sendrecv', sent);
    this.transceivers.push(transceiver);
    return transceiver;
  }

  getTransceivers(): FakeTransceiver[] {
    return this.transceivers;
  }

  /** Sends a track on the first unused section of its kind, as browsers do when they answer. */
  addTrack(track: FakeTrack): void {
    const free = this.transceivers.find(({ kind, sent }) => kind === track.kind && sent === undefined);
    const transceiver = free ?? this.addTransceiver(track);
    transceiver.sent = track;
    transceiver.sender.track = track;
    transceiver.direction = 'sendrecv';
  }

  /**
   * Throws, since no code may read it: candidates are gathered into it on another thread, and Node's WebRTC crashes the
   * process if one arrives during the read. The description that was set has the same content.
   */
  get localDescription(): never {
    throw new Error('localDescription is not to be read: use the offer or answer that was set');
  }

  createAnswer(): Promise<RTCSessionDescriptionInit> {
    return this.createOffer().then(({ sdp = '' }) => ({ type: 'answer', sdp }));
  }

  createOffer(): Promise<RTCSessionDescriptionInit> {
    const sections = this.transceivers.map(({ kind, direction }) => `m=${kind} 9\r\na=${direction}\r\n`);
    return Promise.resolve({ type: 'offer', sdp: `v=0\r\n${sections.join('')}` });
  }

  setLocalDescription(description: RTCSessionDescriptionInit): Promise<void> {
    this.#mustBeOpen();
    this.transceivers.forEach((transceiver, index) => (transceiver.mid ??= String(index)));
    this.signalingState = description.type === 'offer' ? 'have-local-offer' : 'stable';
    if (description.type === 'answer') {
      for (const transceiver of this.transceivers) transceiver.currentDirection = transceiver.direction;
      if (this.connects) void settle().then(() => this.setIce('connected'));
    }
    return Promise.resolve();
  }

  async setRemoteDescription(description: RTCSessionDescriptionInit): Promise<void> {
    this.#mustBeOpen();
    if (description.sdp === 'broken') throw new DOMException('fake', 'InvalidAccessError');
    this.remoteDescription = description;
    this.signalingState = description.type === 'offer' ? 'have-remote-offer' : 'stable';
    if (description.type === 'offer') {
      for (const [, kind] of (description.sdp ?? '').matchAll(/m=(audio|video)/g)) {
        this.transceivers.push(new FakeTransceiver(kind as 'audio' | 'video', 'recvonly', undefined));
      }
      return;
    }
    // The answer matches the offered directions, unless it names a direction for the kind.
    for (const transceiver of this.transceivers) {
      const told = new RegExp(`${transceiver.kind}=(\\w+)`).exec(description.sdp ?? '')?.[1] as Direction | undefined;
      const isBothWays = description.sdp?.includes(`m=${transceiver.kind} 9\r\na=sendrecv`) ?? false;
      transceiver.currentDirection = told ?? (isBothWays ? transceiver.direction : answered[transceiver.direction]);
    }
    await Promise.resolve();
    if (this.connects) void settle().then(() => this.setIce('connected'));
  }

  addIceCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    this.#mustBeOpen();
    if (!this.remoteDescription) return Promise.reject(new DOMException('fake', 'InvalidStateError'));
    this.remoteCandidates.push(candidate);
    return Promise.resolve();
  }

  async getStats(): Promise<Map<string, unknown>> {
    this.statsCalls += 1;
    if (this.report) return new Map((await this.report()).map((entry, index) => [String(index), entry]));
    const isOutbound = this.transceivers.some(({ sent }) => sent !== undefined);
    const isInbound = !isOutbound || this.transceivers.some(({ currentDirection }) => currentDirection === 'sendrecv');
    const entries = new Map<string, unknown>();
    if (isOutbound) entries.set('sent', { type: 'outbound-rtp', bytesSent: this.mediaBytes });
    if (isInbound) entries.set('received', { type: 'inbound-rtp', bytesReceived: this.mediaBytes });
    return entries;
  }

  restartIce(): void {
    this.iceRestarts += 1;
  }

  close(): void {
    this.isClosed = true;
  }

  /** Changes the ICE state. */
  setIce(state: RTCIceConnectionState): void {
    if (this.isClosed) return;
    this.iceConnectionState = state;
    this.oniceconnectionstatechange?.();
  }

  /** Finds a local candidate. */
  gather(candidate = 'candidate:1 1 udp 1 127.0.0.1 9 typ host'): void {
    if (!this.isClosed) this.onicecandidate?.({ candidate: { candidate, sdpMLineIndex: 0, sdpMid: '0' } });
  }

  #mustBeOpen(): void {
    if (this.isClosed) throw new DOMException('fake', 'InvalidStateError');
  }
}

/** Creates peer connections and keeps them. */
export class FakePeers {
  readonly all: FakePeerConnection[] = [];
  /** True if ICE of new connections connects automatically. */
  connects = false;

  /** Those that are not closed. */
  get open(): readonly FakePeerConnection[] {
    return this.all.filter((peer) => !peer.isClosed);
  }

  /** The newest one. */
  get latest(): FakePeerConnection {
    const peer = this.all.at(-1);
    if (!peer) throw new Error('no peer connection was made yet');
    return peer;
  }

  readonly create = (configuration?: RTCConfiguration): RTCPeerConnection => {
    const peer = new FakePeerConnection(configuration);
    peer.connects = this.connects;
    this.all.push(peer);
    return peer as unknown as RTCPeerConnection;
  };
}
