import type { EnterResponse, WireMember, WireMessage, WireStream } from '../protocol/index.js';
import type { ConferenceStore } from './conference-store.js';
import type { Members } from './members.js';
import type { Publications } from './publications.js';
import { readStream, type Streams } from './streams.js';
import type { Subscriptions } from './subscriptions.js';

const isEntry = (value: unknown): value is { readonly id: string } =>
  typeof (value as { id?: unknown } | null)?.id === 'string';

const listOf = <T extends { readonly id: string }>(value: unknown): T[] | undefined =>
  Array.isArray(value) ? (value.filter(isEntry) as unknown as T[]) : undefined;

/** Applies the server's members and streams: single ones, or complete lists (spec §4, §7). */
export class Roster {
  readonly #store: ConferenceStore;
  readonly #members: Members;
  readonly #streams: Streams;
  readonly #publications: Publications;
  readonly #subscriptions: Subscriptions;

  constructor(
    store: ConferenceStore,
    members: Members,
    streams: Streams,
    publications: Publications,
    subscriptions: Subscriptions,
  ) {
    this.#store = store;
    this.#members = members;
    this.#streams = streams;
    this.#publications = publications;
    this.#subscriptions = subscriptions;
  }

  addMember(member: unknown): void {
    if (isEntry(member)) this.#members.add({ name: '', ...member } as WireMember);
  }

  /** The member's streams are removed first. */
  removeMember(id: string, reason: number): void {
    for (const stream of this.#streams.all()) {
      if (stream.memberId === id && !stream.isLocal) this.removeStream(stream.id);
    }
    this.#members.remove(id, reason);
  }

  /** Op 302, or an entry of a complete list. */
  addStream(wire: WireStream): void {
    const next = readStream(wire);
    const known = this.#streams.get(next.id);
    if (next.memberId === this.#store.now.localMember?.id || known?.isLocal) {
      // For streams of this side the local state takes precedence; the server assigns only the version and the codecs.
      this.#streams.patch(next.id, { version: next.version, videoCodecs: next.videoCodecs });
    } else if (!known) {
      this.#streams.add({ ...next, isLocal: false, link: 'idle', wanted: undefined, mediaStream: undefined });
    } else {
      this.#streams.patch(next.id, next);
      if (next.version !== known.version) this.#subscriptions.republished(next.id);
    }
  }

  removeStream(id: string): void {
    if (this.#streams.get(id)?.isLocal) return;
    this.#subscriptions.remove(id);
    this.#streams.remove(id);
  }

  /** A complete list, from op 200 or from op 1000 with a newer version; differences become events. */
  replace(response: WireMessage): void {
    // With a newer version, a list that is missing is empty (wire-conference 2.6).
    const members = listOf<WireMember>(response.mems) ?? [];
    const streams = listOf<WireStream>(response.streams) ?? [];
    this.#store.change(() => {
      const present = new Set(streams.map(({ id }) => id));
      for (const { id } of this.#streams.all()) if (!present.has(id)) this.removeStream(id);
      for (const id of this.#members.missingIn(members)) this.removeMember(id, 0);
      for (const member of members) this.addMember(member);
      for (const stream of streams) this.addStream(stream);
    });
  }

  /** After re-entering: compares own streams with the server's list (wire-conference T1, T10). */
  reconcilePublications({ streams, memId }: EnterResponse): void {
    const own = (listOf<WireStream>(streams) ?? []).filter((stream) => stream.memId === memId).map(readStream);
    for (const publication of this.#publications.all()) {
      const same = own.find(({ id }) => id === publication.id);
      const lost = own.find(({ type }) => type === publication.type);
      if (same) publication.assertMuted(same);
      else if (publication.id === '' && lost) {
        publication.adopt({ ...lost, isLocal: true, link: 'idle', wanted: undefined, mediaStream: undefined });
      } else if (publication.id !== '') {
        publication.forget();
        void publication.link.rebuild();
      }
    }
  }
}
