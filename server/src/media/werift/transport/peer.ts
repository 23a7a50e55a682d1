import type { RtpHeader, SrtpProfile } from 'werift';
import {
  RTCDtlsFingerprint,
  RTCDtlsParameters,
  RTCDtlsTransport,
  RTCIceGatherer,
  RTCIceParameters,
  RTCIceTransport,
} from 'werift';
import type { Clock } from '@lectern/kit/clock';
import { MediaError, type TransportState } from '../../engine.js';
import type { LocalTransport } from '../sdp/answer.js';
import type { Offer } from '../sdp/offer.js';
import { hostCandidates } from './addresses.js';
import type { Carrier, CarrierEvents, PacketCounters } from './carrier.js';
import { Inbound } from './inbound.js';
import { protocolsOf, repairRollover } from './internals.js';
import { isFinal, nextState, type TransportInput } from './machine.js';
import type { PortPool } from './ports.js';

/** A client that has not connected by then never will; browsers give up after about 15 s. */
const CONNECT_TIMEOUT_MS = 30_000;
/** A connected browser sends STUN checks at least every 5 s (RFC 7675); one may be lost. */
const SILENCE_MS = 8_000;
const WATCH_INTERVAL_MS = 1_000;
/** One keyframe of 1280x720 for many transports must fit while the event loop is busy elsewhere. */
const SOCKET_BUFFER_BYTES = 1 << 20;
/** Limit of handshake messages that wait for DTLS to be ready. */
const MAX_EARLY_PACKETS = 32;

const SRTP_AEAD_AES_128_GCM = 0x0007;
const SRTP_AES128_CM_HMAC_SHA1_80 = 0x0001;
/** GCM first: it costs about half of CM with SHA-1. */
const SRTP_PROFILES: SrtpProfile[] = [SRTP_AEAD_AES_128_GCM, SRTP_AES128_CM_HMAC_SHA1_80];

export interface PeerEnvironment {
  readonly clock: Clock;
  /** Addresses for candidates, most preferred first. */
  readonly addresses: () => readonly string[];
  readonly listenAddress: string | undefined;
  readonly ports: PortPool | undefined;
  readonly log: (message: string, cause?: unknown) => void;
}

/**
 * One peer connection's transport: ICE, DTLS and SRTP over one UDP socket, without any of werift's media layer.
 *
 * Candidates of the client are not used: the client checks those of the server, which works through any NAT in front of
 * it, and a server that probes any address named by a client could be used to scan its own network.
 */
export class PeerTransport implements Carrier {
  #state: TransportState = 'connecting';
  #port: number | undefined;
  /** The newest offer. */
  #offer: Offer;
  #hasFailed = false;
  #heard = -1;
  #heardAt: number;
  /** True once ICE has connected and DTLS has begun. */
  #hasBegun = false;
  #iceRestarts = 0;
  readonly #ice: RTCIceTransport;
  readonly #dtls: RTCDtlsTransport;
  readonly #inbound: Inbound;
  readonly #disposers: (() => void)[] = [];

  private constructor(
    private readonly environment: PeerEnvironment,
    private readonly events: CarrierEvents,
    offer: Offer,
    gatherer: RTCIceGatherer,
    certificate: Awaited<ReturnType<typeof RTCDtlsTransport.SetupCertificate>>,
    port: number | undefined,
  ) {
    this.#port = port;
    this.#offer = offer;
    this.#heardAt = environment.clock.now();
    this.#ice = new RTCIceTransport(gatherer);
    this.#dtls = new RTCDtlsTransport({}, this.#ice, certificate, SRTP_PROFILES);
    this.#inbound = new Inbound(this.#ice, this.#dtls, environment.clock, {
      rtp: (packet) => events.rtp(packet),
      rtcp: (message) => events.rtcp(message),
      moved: () => events.pathChanged?.(),
      failed: (cause) => this.#reportFailure(cause),
    });
  }

  /**
   * Opens the socket and prepares to answer `offer`. All resources are released where it throws.
   *
   * @throws {MediaError} `engine-down` where no UDP port can be opened
   */
  static async open(offer: Offer, environment: PeerEnvironment, events: CarrierEvents): Promise<PeerTransport> {
    const certificate = await RTCDtlsTransport.SetupCertificate();
    const attempts = environment.ports?.size ?? 1;
    for (let attempt = 0; attempt < attempts; attempt++) {
      const port = environment.ports?.take();
      if (environment.ports !== undefined && port === undefined) break;
      const peer = new PeerTransport(environment, events, offer, createGatherer(environment, port), certificate, port);
      if (await peer.#gather()) {
        peer.#accept(offer);
        return peer;
      }
      peer.close();
    }
    throw new MediaError('engine-down', 'no UDP port could be opened; widen portRange or check listenAddress');
  }

  get state(): TransportState {
    return this.#state;
  }

  get isConnected(): boolean {
    return this.#state === 'connected' || this.#state === 'disconnected';
  }

  /** Packets and bytes sent and received, RTCP and encryption included. */
  get counters(): PacketCounters {
    return this.#dtls;
  }

  /**
   * Local transport parameters for the answer.
   *
   * @throws {MediaError} `no-transport` where it has failed or was closed since it was opened
   */
  describe(): LocalTransport {
    if (isFinal(this.#state)) throw new MediaError('no-transport', 'the connection was closed; open another one');
    const [protocol] = protocolsOf(this.#ice);
    const { usernameFragment, password } = this.#ice.localParameters;
    const fingerprint = this.#dtls.localParameters.fingerprints[0];
    if (protocol === undefined || fingerprint === undefined) {
      throw new MediaError('engine-down', 'the transport has no socket or certificate');
    }
    return {
      iceUfrag: usernameFragment,
      icePwd: password,
      fingerprint,
      candidates: hostCandidates(this.environment.addresses(), protocol.transport.socket.address().port),
      setup: this.#dtls.role === 'client' ? 'active' : 'passive',
    };
  }

  sendRtp(header: RtpHeader, payload: Buffer): void {
    // werift catches exceptions of encryption and the socket; a lost packet is normal on a network.
    if (this.isConnected) void this.#dtls.sendRtp(payload, header);
  }

  sendRtcp(packet: Buffer): void {
    if (!this.isConnected) return;
    this.#dtls.packetsSent++;
    this.#dtls.bytesSent += packet.length;
    this.#ice.connection.send(this.#dtls.srtcp.encrypt(packet)).catch(() => undefined);
  }

  /**
   * Applies a later offer. Where its ICE credentials are new, ICE restarts with new ones of the server (RFC 8839
   * 4.4.3); socket, DTLS and encryption stay.
   *
   * @throws {MediaError} `bad-sdp` where it was written by another client; `no-transport` where this end is closed
   */
  async renew(offer: Offer): Promise<void> {
    if (isFinal(this.#state)) throw new MediaError('no-transport', 'the connection is closed; open another one');
    if (!isSameClient(this.#offer, offer)) {
      throw new MediaError('bad-sdp', 'the offer has another certificate than the first; open another connection');
    }
    const { iceUfrag, icePwd } = this.#offer;
    this.#offer = offer;
    if (offer.iceUfrag === iceUfrag && offer.icePwd === icePwd) return;
    const restart = ++this.#iceRestarts;
    this.#setRemoteIce(offer);
    await this.#ice.gather();
    if (isFinal(this.#state)) throw new MediaError('no-transport', 'the connection was closed while ICE was restarted');
    this.#begin();
    this.#disposers.push(
      this.environment.clock.after(CONNECT_TIMEOUT_MS, () => {
        if (restart === this.#iceRestarts && this.#ice.state !== 'connected') this.#send('fail');
      }),
    );
  }

  /** Releases the socket and every timer at once. Idempotent. */
  close(): void {
    this.#send('close');
  }

  async #gather(): Promise<boolean> {
    await this.#ice.gather();
    const sockets = protocolsOf(this.#ice).map((protocol) => protocol.transport.socket);
    for (const socket of sockets) {
      // An unreachable network must lose a packet, not end the process.
      socket.on('error', (error) => this.environment.log('UDP socket', error));
      try {
        socket.setRecvBufferSize(SOCKET_BUFFER_BYTES);
        socket.setSendBufferSize(SOCKET_BUFFER_BYTES);
      } catch (error) {
        this.environment.log('the kernel refused larger UDP buffers', error);
      }
    }
    this.#inbound.attach();
    return sockets.length > 0 && !isFinal(this.#state);
  }

  #setRemoteIce({ iceUfrag, icePwd, iceLite }: Offer): void {
    this.#ice.setRemoteParams(new RTCIceParameters({ usernameFragment: iceUfrag, password: icePwd, iceLite }));
  }

  #accept(offer: Offer): void {
    // Passive lets the browser start DTLS the moment ICE is up; an offer that insists on passive leaves no choice.
    this.#dtls.role = offer.setup === 'passive' ? 'client' : 'server';
    this.#ice.connection.iceControlling = offer.iceLite;
    this.#setRemoteIce(offer);
    this.#dtls.setRemoteParams(
      new RTCDtlsParameters(
        offer.fingerprints.map(({ algorithm, value }) => new RTCDtlsFingerprint(algorithm, value)),
        this.#dtls.role === 'server' ? 'client' : 'server',
      ),
    );
    this.#disposers.push(
      this.#ice.onStateChange.subscribe((state) => {
        if (state === 'failed') this.#send('fail');
      }).unSubscribe,
      this.#dtls.onStateChange.subscribe((state) => {
        if (state === 'failed' || state === 'closed') this.#send('fail');
      }).unSubscribe,
    );
    this.#disposers.push(
      this.environment.clock.after(CONNECT_TIMEOUT_MS, () => {
        if (this.#state === 'connecting') this.#send('fail');
      }),
    );
    this.#begin();
  }

  #begin(): void {
    this.#connect().catch((error: unknown) => {
      if (!isFinal(this.#state)) this.environment.log('transport failed to connect', error);
      this.#send('fail');
    });
  }

  async #connect(): Promise<void> {
    if (this.#hasBegun) {
      await this.#ice.start();
      if (this.isConnected) this.events.pathChanged?.();
      return;
    }
    const releaseEarly = this.#holdEarlyPackets();
    await this.#ice.start();
    // After an ICE restart before the first connection two calls wait here, of which one continues.
    if (isFinal(this.#state) || this.#hasBegun) return;
    this.#hasBegun = true;
    const started = this.#dtls.start();
    // start() has attached DTLS by now: packets that arrived while ICE was finishing need no retransmission.
    releaseEarly();
    await started;
    if (isFinal(this.#state)) return;
    repairRollover(this.#dtls);
    this.#inbound.acceptMedia();
    this.#disposers.push(this.environment.clock.every(WATCH_INTERVAL_MS, () => this.#watch()));
    this.#send('connected');
  }

  #holdEarlyPackets(): () => void {
    const early: Buffer[] = [];
    const { onData } = this.#ice.connection;
    const { unSubscribe } = onData.subscribe((data) => {
      if (early.length < MAX_EARLY_PACKETS) early.push(data);
    });
    return () => {
      unSubscribe();
      for (const data of early) onData.execute(data);
    };
  }

  /** werift reports lost consent only after 30 s; this detects silence earlier. */
  #watch(): void {
    const heard = this.#inbound.authenticated;
    const now = this.environment.clock.now();
    if (heard !== this.#heard) {
      this.#heard = heard;
      this.#heardAt = now;
      this.#send('heard');
    } else if (now - this.#heardAt >= SILENCE_MS) {
      this.#send('silent');
    }
  }

  /** Logged once per transport: a failure of one packet is likely to repeat for thousands. */
  #reportFailure(cause: unknown): void {
    if (!this.#hasFailed) this.environment.log('a packet could not be handled', cause);
    this.#hasFailed = true;
  }

  #send(input: TransportInput): void {
    const next = nextState(this.#state, input);
    if (next === undefined) return;
    this.#state = next;
    if (isFinal(next)) this.#release();
    this.events.state(next);
  }

  #release(): void {
    for (const dispose of this.#disposers.splice(0)) dispose();
    const port = this.#port;
    this.#port = undefined;
    this.#dtls
      .stop()
      .catch((error: unknown) => this.environment.log('closing a transport', error))
      .finally(() => {
        if (port !== undefined) this.environment.ports?.release(port);
      });
  }
}

/** The client keeps its certificate and its DTLS role. */
function isSameClient(first: Offer, next: Offer): boolean {
  const [one, other] = [first, next].map(({ fingerprints }) =>
    fingerprints.map(({ algorithm, value }) => `${algorithm} ${value}`.toLowerCase()).join(),
  );
  return one === other;
}

function createGatherer(environment: PeerEnvironment, port: number | undefined): RTCIceGatherer {
  return new RTCIceGatherer({
    // One socket on all addresses; the answer decides which of them are announced.
    useIpv4: false,
    useIpv6: false,
    additionalHostAddresses: ['127.0.0.1'],
    ...(environment.listenAddress === undefined ? {} : { interfaceAddresses: { udp4: environment.listenAddress } }),
    ...(port === undefined ? {} : { portRange: [port, port] as [number, number] }),
  });
}
