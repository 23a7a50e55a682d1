import { Role, decodeLoose, decodeObject, type WireMessage } from '../protocol/index.js';
import type { ConferenceStore } from './conference-store.js';
import { stateError } from './context.js';
import type { Publications } from './publications.js';
import type { ConferenceSnapshot } from './types.js';

interface AttributeChange {
  readonly key?: unknown;
  readonly val?: unknown;
  readonly op?: unknown;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** True if the local member must not send audio: mute-all exempts admins (spec §4, §6). */
export const isSilenced = ({ isMuted, isAllMuted, role }: ConferenceSnapshot): boolean =>
  isMuted || (isAllMuted && role !== Role.Admin);

/** @throws {LecternError} reason `invalid-state`, while the member is muted by an admin. */
export function requireAudible(now: ConferenceSnapshot): void {
  if (isSilenced(now)) throw stateError('muted by an admin: wait until the admin lifts it');
}

/** State of the conference as a whole, and restrictions that admins put on the local member (spec §3, §4). */
export class ConferenceSettingsUpdater {
  readonly #store: ConferenceStore;
  readonly #publications: Publications;

  constructor(store: ConferenceStore, publications: Publications) {
    this.#store = store;
    this.#publications = publications;
  }

  /** Fields of ops 200, 402 and 452. The `cattrs` of 200 are complete, a list of 402 updates the known ones. */
  apply(message: WireMessage, isComplete = false): void {
    const { now } = this.#store;
    const cattrs = decodeLoose(message.cattrs);
    if (typeof cattrs === 'object' && cattrs) {
      const isList = Array.isArray(cattrs);
      const known = new Map(Object.entries(isList && !isComplete ? now.attributes : isList ? {} : cattrs));
      for (const { key, val, op } of isList ? (cattrs as AttributeChange[]) : []) {
        if (op === 'DEL') known.delete(String(key));
        else known.set(String(key), val);
      }
      const attributes = Object.fromEntries(known);
      if (!same(attributes, now.attributes)) {
        this.#store.patch({ attributes });
        this.#store.emit('attributesChanged', attributes);
      }
    }
    const { muteAll } = decodeObject(message.cstate ?? {}, 'cstate');
    if (typeof muteAll === 'boolean' && muteAll !== now.isAllMuted) {
      this.#store.patch({ isAllMuted: muteAll });
      if (now.role !== Role.Admin) this.#store.emit(muteAll ? 'allMuted' : 'allUnmuted');
    }
    const configs = decodeLoose(message.liveCfgs);
    const list = Array.isArray(configs) ? (configs as Readonly<Record<string, unknown>>[]) : undefined;
    const liveConfigs = list?.map((config) => ({ ...config, liveId: String(config.liveId ?? config.id) }));
    if (liveConfigs && !same(liveConfigs, now.liveConfigs)) {
      this.#store.patch({ liveConfigs });
      this.#store.emit('liveConfigsChanged', liveConfigs);
    }
    this.silence();
  }

  /** Op2 23 and 24: an admin muted or unmuted the local member. */
  applyMuted(isMuted: boolean): void {
    if (isMuted === this.#store.now.isMuted) return;
    this.#store.patch({ isMuted });
    this.#store.emit(isMuted ? 'muted' : 'unmuted');
    this.silence();
  }

  /**
   * Mutes the local audio, since the server forwards none of a muted member, so that all members see the actual state.
   */
  silence(): void {
    if (!isSilenced(this.#store.now)) return;
    for (const publication of this.#publications.all()) publication.muteAudio().catch(() => undefined);
  }
}
