import { BASE_ACCEPTED_OPS, Role, decodeLoose, type WireMember } from '../protocol/index.js';
import type { ConferenceStore } from './conference-store.js';
import type { MemberSnapshot } from './types.js';

const ROLES: readonly number[] = Object.values(Role);

/** Reads a role of the wire; an unknown number counts as audience, which has the fewest rights. */
export const readRole = (value: unknown): Role => (ROLES.includes(value as number) ? (value as Role) : Role.Audience);

/** The user of `org#app_user`; a name without an app key is the user's. */
const userOf = (name: string): string => name.replace(/^[^#]*#[^_]*_/, '');

const same = (one: MemberSnapshot, other: MemberSnapshot): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The members of the conference, in order of arrival. */
export class Members {
  readonly #store: ConferenceStore;
  readonly #others = new Map<string, MemberSnapshot>();
  readonly #codecs = new Map<string, readonly string[]>();

  constructor(store: ConferenceStore) {
    this.#store = store;
  }

  /** Video codecs that a member lists; empty when it lists none. */
  codecsOf(id: string): readonly string[] {
    return this.#codecs.get(id) ?? [];
  }

  /** Video codecs of each of the others. */
  allCodecs(): readonly (readonly string[])[] {
    return [...this.#others.keys()].map((id) => this.codecsOf(id));
  }

  setLocal(member: WireMember): void {
    const local = { ...this.#read(member), isLocal: true };
    const { localMember } = this.#store.now;
    if (!localMember || !same(localMember, local)) this.#store.patch({ localMember: local });
  }

  /** Op 300, or an entry of a complete list: adds or updates. The local member is recognised by id, not by name. */
  add(member: WireMember): void {
    if (member.id === this.#store.now.localMember?.id) return;
    const next = this.#read(member);
    const known = this.#others.get(next.id);
    if (known && same(known, next)) return;
    this.#others.set(next.id, next);
    this.#publish();
    if (!known) this.#store.emit('memberJoined', next);
  }

  /** Sets the role of another member, from op 413 or a local call. Returns the member if it is known. */
  setRole(id: string | undefined, role: Role): MemberSnapshot | undefined {
    const known = this.#others.get(id ?? '');
    if (!known) return undefined;
    const member = { ...known, role };
    this.#others.set(member.id, member);
    this.#publish();
    return member;
  }

  /** Op 301, or missing in a complete list. */
  remove(id: string, reason: number): void {
    const member = this.#others.get(id);
    if (!member) return;
    this.#others.delete(id);
    this.#codecs.delete(id);
    this.#publish();
    this.#store.emit('memberLeft', member, reason);
  }

  /** Ids that are missing in a complete list. */
  missingIn(list: readonly WireMember[]): string[] {
    const present = new Set(list.map(({ id }) => id));
    return [...this.#others.keys()].filter((id) => !present.has(id));
  }

  #read({ id, name, nickName, ext, role, res, vcodes }: WireMember): MemberSnapshot {
    this.#codecs.set(id, vcodes ?? res?.vcodes ?? []);
    const user = userOf(name);
    const nick = nickName?.trim();
    return {
      id,
      name,
      user,
      nickName: nickName || user,
      // Some deployed clients enter with their whole name as nickname.
      displayName: nick && nick !== name ? nick : user,
      role: readRole(role),
      ext: decodeLoose(ext),
      acceptedOps: [...new Set([...BASE_ACCEPTED_OPS, ...(res?.ops ?? [])])],
      isLocal: false,
    };
  }

  #publish(): void {
    this.#store.patch({ members: [...this.#others.values()] });
  }
}
