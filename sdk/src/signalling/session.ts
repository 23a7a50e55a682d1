import { LecternError } from '../core/errors.js';
import { SDK_VERSION } from '../core/version.js';
import type { Platform } from '../platform/types.js';
import {
  CAPABILITY_FAST,
  CAPABILITY_MESSAGES,
  CAPABILITY_SPEAKERS,
  CAPABILITY_REBUILD,
  OP_ENTER,
  WEB_ACCEPTED_OPS,
  Role,
  type Capability,
  type EnterResponse,
  type WireMessage,
  type WireResource,
  type WireResponse,
  type WireTicket,
} from '../protocol/index.js';
import { clientFailure } from './refusals.js';
import type { EnterOptions } from './types.js';

/** Capabilities that every op 200 requests. */
const CAPABILITIES: readonly Capability[] = [
  CAPABILITY_FAST,
  CAPABILITY_REBUILD,
  CAPABILITY_SPEAKERS,
  CAPABILITY_MESSAGES,
];

const list = <T>(value: readonly T[] | undefined): readonly T[] => (Array.isArray(value) ? value : []);

/** The session of op 200: its request, its state, and the messages that belong to it. */
export class Session {
  readonly #request: WireMessage;
  readonly #asked: readonly Capability[];
  #id: string | undefined;
  #version = 0;
  #granted: readonly Capability[] = [];

  /** @throws {LecternError} reason `invalid-argument`, when `ext` cannot be written as JSON. */
  constructor(options: EnterOptions, platform: Pick<Platform, 'info' | 'videoCodecs'>) {
    const { ticket, nickName, resource, ext = {}, capabilities = [] } = options;
    this.#asked = [...CAPABILITIES, ...capabilities];
    let extText: string;
    try {
      extText = JSON.stringify(ext);
    } catch (cause) {
      throw new LecternError('ext must be a JSON value', { reason: 'invalid-argument', cause });
    }
    const res: WireResource = {
      type: 'WEB',
      ver: SDK_VERSION,
      agent: platform.info.userAgent,
      ops: WEB_ACCEPTED_OPS,
      caps: this.#asked,
      vcodes: platform.videoCodecs(),
    };
    this.#request = { op: OP_ENTER, tkt: ticket satisfies WireTicket, res, nickName, resource, ext: extText };
  }

  /** Undefined until entered. */
  get id(): string | undefined {
    return this.#id;
  }

  /** Conference version (`cver`), from all messages that carry it. */
  get version(): number {
    return this.#version;
  }

  /** Capabilities that the server granted. */
  get granted(): readonly Capability[] {
    return this.#granted;
  }

  /** Op 200; with the previous session if there was one, and always with the first nickname. */
  enterMessage(tsxId: string): WireMessage {
    return { ...this.#request, sessId: this.#id, tsxId } as WireMessage;
  }

  /**
   * Applies the answer to op 200 and returns it complete.
   * @throws {LecternError} −9527, when it has no session or member.
   */
  accept(response: WireResponse): EnterResponse {
    const { sessId = this.#id, memId, cver, caps } = response as Partial<EnterResponse>;
    if (typeof sessId !== 'string' || typeof memId !== 'string') {
      throw clientFailure('the answer to enter has no sessId or memId', 'protocol');
    }
    const { role, mems, streams, vcodes } = response as Partial<EnterResponse>;
    this.#id = sessId;
    this.#version = typeof cver === 'number' ? cver : 0;
    this.#granted = this.#asked.filter((capability) => list(caps).includes(capability));
    return {
      ...response,
      sessId,
      memId,
      role: typeof role === 'number' ? role : Role.Audience,
      cver: this.#version,
      mems: list(mems),
      streams: list(streams),
      vcodes: list(vcodes),
    };
  }

  /** True if a push belongs to this session (spec §5). */
  owns(message: WireMessage): boolean {
    return this.#id !== undefined && message.sessId === this.#id;
  }

  /** Stores the `cver` of a received message; returns true if it was newer. */
  noteVersion(message: WireMessage): boolean {
    const isNewer = typeof message.cver === 'number' && message.cver > this.#version;
    if (isNewer) this.#version = message.cver as number;
    return isNewer;
  }
}
