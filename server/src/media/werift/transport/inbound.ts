import type { RemoteInfo } from 'node:dgram';
import type { RTCDtlsTransport, RTCIceTransport } from 'werift';
import type { Clock } from '@lectern/kit/clock';
import { TokenBucket } from '@lectern/kit/rate-limits';
import {
  AgreedSources,
  classify,
  DtlsContent,
  type DtlsRecord,
  hasIntegrity,
  isFinished,
  readDtlsRecords,
  readRtcp,
  readRtp,
  readStun,
  type ReceivedRtp,
  type RtcpMessage,
  transactionIdOf,
} from '../../packet-filter/index.js';
import { ClientRoute } from './client-route.js';
import {
  forgetRequests,
  openRecord,
  protocolsOf,
  remoteAddressOf,
  sendTo,
  srtpKeysOf,
  type StunProtocol,
} from './internals.js';
import { SrtpReceiver } from './srtp-receiver.js';

/** A browser checks each of its addresses every 50 ms while it connects, and every 2.5 s afterwards. */
const CHECKS_PER_SECOND = 100;
const CHECK_BURST = 200;
/** Rate of new source addresses of a client: some at the start, then one whenever a NAT rebinds. */
const NEW_SOURCES_PER_SECOND = 0.2;
const NEW_SOURCE_BURST = 32;
/** A handshake has some ten records, each retransmitted a few times on a bad network. */
const HANDSHAKE_RECORDS_PER_SECOND = 20;
const HANDSHAKE_RECORD_BURST = 60;
/** Limit of handshake bytes that one transport accepts; a handshake has about 3,000. */
const MAX_HANDSHAKE_BYTES = 131_072;
const CHECKS_BETWEEN_SWEEPS = 1_000;

export interface InboundEvents {
  rtp(packet: ReceivedRtp): void;
  rtcp(message: RtcpMessage): void;
  /** The client has left its address for another one: what was sent meanwhile, either way, was lost. */
  moved(): void;
  /** A packet could not be handled; only that packet is lost. */
  failed(cause: unknown): void;
}

/**
 * Input of a transport's sockets. A datagram is checked here before werift receives it: its structure, its source, and
 * whether it was written by the client that made the offer. RTP and RTCP never reach werift.
 */
export class Inbound {
  #authenticated = 0;
  #handshakeBytes = 0;
  #srtp: SrtpReceiver | undefined;
  readonly #sources = new AgreedSources();
  readonly #route = new ClientRoute();
  readonly #agreedChecks: TokenBucket;
  readonly #strangerChecks: TokenBucket;
  readonly #newSources: TokenBucket;
  readonly #handshakeRecords: TokenBucket;

  constructor(
    private readonly ice: RTCIceTransport,
    private readonly dtls: RTCDtlsTransport,
    private readonly clock: Clock,
    private readonly events: InboundEvents,
  ) {
    const now = clock.now();
    this.#agreedChecks = new TokenBucket(CHECKS_PER_SECOND, CHECK_BURST, now);
    this.#strangerChecks = new TokenBucket(CHECKS_PER_SECOND, CHECK_BURST, now);
    this.#newSources = new TokenBucket(NEW_SOURCES_PER_SECOND, NEW_SOURCE_BURST, now);
    this.#handshakeRecords = new TokenBucket(HANDSHAKE_RECORDS_PER_SECOND, HANDSHAKE_RECORD_BURST, now);
  }

  /** Number of authenticated datagrams of the client so far. */
  get authenticated(): number {
    return this.#authenticated;
  }

  /** Reads the sockets from now on, in place of werift. */
  attach(): void {
    for (const protocol of protocolsOf(this.ice)) {
      const { socket } = protocol.transport;
      socket.removeAllListeners('message');
      socket.on('message', (data, source) => this.#receive(protocol, data, source));
    }
  }

  /** Accepts RTP and RTCP from now on; DTLS must be connected. */
  acceptMedia(): void {
    const keys = srtpKeysOf(this.dtls);
    if (keys === undefined) throw new Error('the connected transport has no SRTP keys');
    this.#srtp = new SrtpReceiver(keys);
    const remote = remoteAddressOf(this.ice);
    if (remote !== undefined) this.#route.begin(remote, this.clock.now());
  }

  #receive(protocol: StunProtocol, data: Buffer, source: RemoteInfo): void {
    try {
      const kind = classify(data);
      if (kind === undefined) return;
      const isAgreed = this.#sources.has(source.address, source.port);
      if (kind === 'stun') this.#receiveStun(protocol, data, source, isAgreed);
      else if (!isAgreed) return;
      else if (kind === 'dtls') this.#receiveDtls(protocol, data);
      else if (kind === 'rtp') this.#receiveRtp(data, source);
      else this.#receiveRtcp(data, source);
    } catch (error) {
      this.events.failed(error);
    }
  }

  #receiveStun(protocol: StunProtocol, data: Buffer, source: RemoteInfo, isAgreed: boolean): void {
    const message = readStun(data);
    if (message === undefined) return;
    if (message.type === 'request') {
      const { usernameFragment, password } = this.ice.localParameters;
      const now = this.clock.now();
      if (message.username?.startsWith(`${usernameFragment}:`) !== true) return;
      // Separate limits, so that an attacker who knows the user name cannot exhaust that of the client's own checks.
      if (!(isAgreed ? this.#agreedChecks : this.#strangerChecks).take(now)) return;
      if (!hasIntegrity(data, message, password)) return;
      if (!isAgreed && !this.#newSources.take(now)) return;
      this.#sources.add(source.address, source.port);
    } else {
      if (!isAgreed || !(transactionIdOf(data) in protocol.transactions)) return;
      if (!hasIntegrity(data, message, this.ice.connection.remotePassword)) return;
    }
    this.#countChecked(source);
    if (this.#authenticated % CHECKS_BETWEEN_SWEEPS === 0) forgetRequests(this.ice);
    protocol.datagramReceived(data, [source.address, source.port]);
    if (message.type !== 'error') this.#follow(source, message.type === 'success');
  }

  #follow(source: RemoteInfo, isProven: boolean): void {
    const now = this.clock.now();
    if (!this.#route.isReplacedBy(source, now, isProven) || !sendTo(this.ice, source)) return;
    this.#route.begin(source, now);
    this.events.moved();
  }

  #receiveDtls(protocol: StunProtocol, data: Buffer): void {
    for (const record of readDtlsRecords(data) ?? []) {
      if (this.#admits(record)) protocol.onDataReceived.execute(record.bytes);
    }
  }

  #admits(record: DtlsRecord): boolean {
    const isEncrypted = record.epoch === 1;
    const isConnected = this.dtls.state === 'connected';
    // Records in the clear can be forged; they must neither end a session nor begin another in its place.
    if (isConnected && !isEncrypted) return false;
    switch (record.type) {
      case DtlsContent.handshake:
        return this.#isAffordable(record) && (!isEncrypted || isFinished(openRecord(this.dtls, record)));
      case DtlsContent.changeCipherSpec:
        return !isEncrypted;
      case DtlsContent.alert:
        // werift parses an alert before it decrypts it, and acts on it.
        return isEncrypted && openRecord(this.dtls, record) !== undefined;
      case DtlsContent.applicationData:
        return false;
    }
  }

  #isAffordable({ bytes }: DtlsRecord): boolean {
    this.#handshakeBytes += bytes.length;
    return this.#handshakeBytes <= MAX_HANDSHAKE_BYTES && this.#handshakeRecords.take(this.clock.now());
  }

  #receiveRtp(data: Buffer, source: RemoteInfo): void {
    const plain = this.#srtp?.openRtp(data);
    if (plain === undefined) return;
    this.#count(data, source);
    const packet = readRtp(plain);
    if (packet !== undefined) this.events.rtp(packet);
  }

  #receiveRtcp(data: Buffer, source: RemoteInfo): void {
    const plain = this.#srtp?.openRtcp(data);
    if (plain === undefined) return;
    this.#count(data, source);
    for (const message of readRtcp(plain) ?? []) this.events.rtcp(message);
  }

  #countChecked(source: RemoteInfo): void {
    this.#authenticated++;
    this.#route.heard(source, this.clock.now());
  }

  #count(data: Buffer, source: RemoteInfo): void {
    this.#countChecked(source);
    this.#follow(source, true);
    this.dtls.packetsReceived++;
    this.dtls.bytesReceived += data.length;
  }
}
