import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Signer } from '../auth/signer.js';
import { SignedSessionIds } from '../auth/tickets.js';
import type { Clock } from '@lectern/kit/clock';
import { adminsOf, sessionsOf } from '../conference/authority.js';
import type { ConferenceRegistry } from '../conference/registry.js';
import type { ServerConfig } from '../config.js';
import { AddressLimit } from '../http/addresses.js';
import { socketUrl } from '../http/origin.js';
import { refuseUpgrade, type Upgrades } from '../http/upgrades.js';
import type { ServerMetrics } from '../metrics.js';
import { TokenBucket } from '@lectern/kit/rate-limits';
import type { QualityConference, QualityStore } from '../store/index.js';
import { observeRecord } from './figures.js';
import { Upload, type UploadOptions } from './upload.js';
import { UploadKeys, type UploadClaims } from './upload-keys.js';
import { QualityWriter } from './writer.js';

/** Path of the upload socket; the key of conference and member follows. */
export const QUALITY_PATH = '/rtc/qoe';

const UPLOAD_PATH = /^\/rtc\/qoe\/([\w.-]{1,1024})$/;
/** Records are far shorter; longer ones are refused individually, longer frames close the socket (1009). */
const MAX_FRAME_BYTES = 16 * 1024;
const UPLOAD_ID = /^[A-Za-z0-9-]{8,64}$/;
const GOING_AWAY = 1001;
const CLOSE_WAIT_MS = 1_000;
const PRUNE_INTERVAL_MS = 600_000;

export interface CollectorPorts {
  readonly clock: Clock;
  readonly signer: Signer;
  readonly registry: ConferenceRegistry;
  readonly store: QualityStore;
  readonly metrics: ServerMetrics;
  readonly log: Logger;
}

type Owner = Omit<QualityConference, 'lastAt'>;

/** The sockets of one user in one conference. */
interface Uploader {
  readonly rate: TokenBucket;
  sockets: number;
}

/** Accepts and stores quality statistics of clients for a limited time (spec §7, wire-conference 6). */
export class QualityCollector {
  readonly #server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES, clientTracking: true });
  readonly #uploads = new Map<Upload, UploadClaims>();
  readonly #uploaders = new Map<string, Uploader>();
  /** Owners of conferences, which may be closed by the time their last records are written. */
  readonly #owners = new Map<string, Owner>();
  readonly #keys: UploadKeys;
  readonly #sessions: SignedSessionIds;
  readonly #addresses: AddressLimit;
  readonly #writer: QualityWriter;
  readonly #stops: readonly (() => void)[];
  #pruning: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(
    private readonly config: ServerConfig,
    private readonly ports: CollectorPorts,
  ) {
    const { clock, signer, store, metrics, log } = ports;
    this.#keys = new UploadKeys(signer, config.TICKET_TTL_MS);
    this.#sessions = new SignedSessionIds(signer);
    this.#addresses = new AddressLimit({
      maxSocketsPerAddress: config.MAX_SOCKETS_PER_ADDRESS,
      trustProxy: config.TRUST_PROXY,
    });
    const counted = (outcome: string, count: number): void => metrics.qualityRecords.inc({ outcome }, count);
    this.#writer = new QualityWriter(
      { store, clock, log, counted, ownerOf: (id) => this.#ownerOf(id) },
      config.QUALITY_QUEUE_BYTES,
    );
    this.#stops = [
      clock.every(config.PING_INTERVAL_MS, () => this.#sweep()),
      clock.every(PRUNE_INTERVAL_MS, () => {
        this.#pruning = this.prune();
      }),
    ];
  }

  /** Open sockets. */
  get size(): number {
    return this.#uploads.size;
  }

  /** Records that are not on disk yet. */
  get waiting(): number {
    return this.#writer.size;
  }

  attach(upgrades: Upgrades): void {
    if (this.config.QUALITY_UPLOAD) upgrades.register(UPLOAD_PATH, (...upgrade) => this.#upgrade(...upgrade));
  }

  /** `qoeUpUrl` of a ticket: the URL for uploads of its member; undefined where uploads are disabled. */
  uploadUrl(origin: URL, confrId: string, memName: string): string | undefined {
    if (!this.config.QUALITY_UPLOAD) return undefined;
    return socketUrl(origin, `${QUALITY_PATH}/${this.#keys.issue(confrId, memName, this.ports.clock.now())}`);
  }

  /** Deletes records beyond their retention, and the oldest beyond the maximum number. */
  async prune(): Promise<void> {
    const { clock, store, log } = this.ports;
    const { QUALITY_RETENTION_MS: retentionMs, QUALITY_MAX_RECORDS: maxRecords } = this.config;
    try {
      const before = retentionMs === 0 ? 0 : clock.now() - retentionMs;
      while (!this.#isClosing && (await store.prune(before, maxRecords)) > 0);
    } catch (error) {
      log.warn({ err: error }, 'old records of quality could not be deleted');
    }
  }

  /** Closes every socket, then writes pending records. */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const stop of this.#stops) stop();
    for (const upload of this.#uploads.keys()) upload.close(GOING_AWAY, 'the server is stopping');
    await new Promise<void>((done) => {
      const force = setTimeout(() => {
        for (const client of this.#server.clients) client.terminate();
      }, CLOSE_WAIT_MS);
      this.#server.close(() => {
        clearTimeout(force);
        done();
      });
    });
    await Promise.all([this.#writer.close(), this.#pruning]);
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '', 'http://localhost');
    const claims = this.#keys.read(UPLOAD_PATH.exec(url.pathname)?.[1] ?? '');
    if (claims === undefined || !this.#isValid(claims)) return refuseUpgrade(socket, '403 Forbidden');
    const { dropped } = this.ports.metrics;
    if (this.#addresses.refuses(request, socket)) return dropped.inc({ reason: 'too-many' });
    const uploader = this.#uploaderOf(claims);
    if (uploader.sockets >= this.config.MAX_SESSIONS_PER_USER) {
      dropped.inc({ reason: 'too-many' });
      return refuseUpgrade(socket, '429 Too Many Requests', ['Retry-After: 10']);
    }
    const uploadId = url.searchParams.get('upId') ?? '';
    const options: UploadOptions = {
      isAcknowledged: url.searchParams.get('ack') === '1',
      uploadId: UPLOAD_ID.test(uploadId) ? uploadId : undefined,
    };
    this.#ownerOf(claims.confrId);
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const forget = this.#addresses.add(request);
      webSocket.once('close', forget);
      this.#open(webSocket, claims, options, uploader);
    });
  }

  #open(webSocket: WebSocket, claims: UploadClaims, options: UploadOptions, uploader: Uploader): void {
    const { metrics, clock } = this.ports;
    const upload = new Upload(webSocket, claims, options, {
      ...{ clock, writer: this.#writer, rate: uploader.rate, pingIntervalMs: this.config.PING_INTERVAL_MS },
      memberOf: (sessionId) => this.#sessions.memberOf(sessionId, claims.confrId, claims.memName),
      taken: (record) => observeRecord(metrics, record),
      refused: (outcome) => metrics.qualityRecords.inc({ outcome }),
    });
    uploader.sockets += 1;
    this.#uploads.set(upload, claims);
    webSocket.once('close', () => {
      uploader.sockets -= 1;
      this.#uploads.delete(upload);
    });
  }

  /** Accepts an expired key of a member that is still in the conference. */
  #isValid({ confrId, memName, exp }: UploadClaims): boolean {
    if (exp > this.ports.clock.now()) return true;
    const conference = this.ports.registry.get(confrId);
    return conference !== undefined && sessionsOf(conference.host.state, memName).length > 0;
  }

  #uploaderOf({ confrId, memName }: UploadClaims): Uploader {
    const key = JSON.stringify([confrId, memName]);
    const known = this.#uploaders.get(key);
    if (known !== undefined) return known;
    const { QUALITY_RECORDS_PER_SECOND: perSecond, QUALITY_RECORD_BURST: burst } = this.config;
    const uploader = { rate: new TokenBucket(perSecond, burst, this.ports.clock.now()), sockets: 0 };
    this.#uploaders.set(key, uploader);
    return uploader;
  }

  #ownerOf(id: string): Owner | undefined {
    const conference = this.ports.registry.get(id);
    if (conference === undefined) return this.#owners.get(id);
    const { appKey, creator } = conference.record;
    const owner = { id, appKey, creator, admins: adminsOf(conference.host.state) };
    this.#owners.set(id, owner);
    return owner;
  }

  #sweep(): void {
    for (const upload of this.#uploads.keys()) upload.ping();
    const now = this.ports.clock.now();
    for (const [key, { sockets, rate }] of this.#uploaders) {
      if (sockets === 0 && rate.isFull(now)) this.#uploaders.delete(key);
    }
    const needed = new Set(this.#writer.conferenceIds);
    for (const { confrId } of this.#uploads.values()) needed.add(confrId);
    for (const id of this.#owners.keys()) if (!needed.has(id)) this.#owners.delete(id);
  }
}
