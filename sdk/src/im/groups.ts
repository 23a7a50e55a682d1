import { decode, MsyncFormatError, MucBody, MucOperation } from '../im-protocol/index.js';
import { LIST_PAGE_SIZE } from './constants.js';
import { badParameter, imError } from './errors.js';
import { asList, asObject, asText, type ImRest } from './rest.js';
import type { ImCallOptions } from './types.js';

/** Options of a new group. */
export interface ImGroupDraft {
  readonly name: string;
  readonly description?: string;
  /** Plain names of the initial members, besides the owner. */
  readonly members?: readonly string[];
  /** True if other users can find and join the group; by default false. */
  readonly isPublic?: boolean;
  /** True if the owner must approve users that join; by default false. */
  readonly needsApproval?: boolean;
  /** True if every member may invite others, not only the owner; by default false. */
  readonly membersMayInvite?: boolean;
  /** By default, and at most, the server's limit. */
  readonly maxMembers?: number;
}

/** Entry of a group list. */
export interface ImGroupEntry {
  readonly id: string;
  readonly name: string;
}

export interface ImGroup extends ImGroupEntry {
  readonly description: string;
  /** Plain user name. */
  readonly owner: string;
  readonly isPublic: boolean;
  readonly membersMayInvite: boolean;
  readonly maxMembers: number;
  readonly memberCount: number;
}

export interface ImGroupMember {
  /** Plain user name. */
  readonly username: string;
  readonly isOwner: boolean;
}

/** Kinds of group events. */
export type ImGroupEventKind =
  'joined' | 'left' | 'added' | 'removed' | 'invited' | 'applied' | 'changed' | 'ownerChanged' | 'destroyed';

/**
 * - `joined`, `left`: `from` joined or left, or was added or removed by another user
 * - `added`, `removed`: this user was added or removed by `from`
 * - `invited`, `applied`: `from` invites this user to join, or applies for membership
 * - `changed`, `ownerChanged`, `destroyed`: by `from`
 */
export interface ImGroupEvent {
  readonly kind: ImGroupEventKind;
  readonly groupId: string;
  readonly from: string;
  /** Other users concerned, e.g. the new owner; plain user names. */
  readonly users: readonly string[];
  readonly reason: string;
}

const KINDS: Readonly<Record<number, ImGroupEventKind>> = {
  [MucOperation.Presence]: 'joined',
  [MucOperation.Absence]: 'left',
  [MucOperation.DirectJoined]: 'added',
  [MucOperation.Kick]: 'removed',
  [MucOperation.Invite]: 'invited',
  [MucOperation.Apply]: 'applied',
  [MucOperation.Update]: 'changed',
  [MucOperation.AssignOwner]: 'ownerChanged',
  [MucOperation.Destroy]: 'destroyed',
};

/** Reads an item of namespace MUC; undefined if this version does not know or cannot read it. */
export function readGroupEvent(payload: Uint8Array): ImGroupEvent | undefined {
  let body: MucBody;
  try {
    body = decode(MucBody, payload);
  } catch (error) {
    if (error instanceof MsyncFormatError) return undefined;
    throw error;
  }
  const { mucId, operation = 0, from, to = [], reason = '' } = body;
  const kind = KINDS[operation];
  if (kind === undefined || mucId?.name === undefined) return undefined;
  return {
    ...{ kind, groupId: mucId.name, from: from?.name ?? '', reason },
    users: to.flatMap(({ name }) => (name ? [name] : [])),
  };
}

/**
 * Groups of users that chat with each other. Group changes arrive as the client's event `group`, messages with type
 * `group`. Every call rejects with a {@link LecternError}: −1 without an answer within 15 s, 17, 28, 605 (no such
 * group), 603 (not allowed), 602 (not a member), 601 (already a member), 606 (full), 204 (no such user).
 */
export class ImGroups {
  readonly #rest: ImRest;
  readonly #self: string;

  /** @internal */
  constructor(rest: ImRest, self: string) {
    this.#rest = rest;
    this.#self = self;
  }

  /** Creates a group that this user owns; resolves with its id. */
  async create(draft: ImGroupDraft, { signal }: ImCallOptions = {}): Promise<string> {
    const { name, description = '', members = [], maxMembers } = draft;
    if (!name) throw badParameter('a group must have a name');
    const json = {
      ...{ groupname: name, desc: description, members, owner: this.#self },
      public: draft.isPublic ?? false,
      approval: draft.needsApproval ?? false,
      allowinvites: draft.membersMayInvite ?? false,
      invite_need_confirm: false,
      ...(maxMembers !== undefined && { maxusers: maxMembers }),
    };
    const { data } = await this.#rest.call('POST', 'chatgroups', { json, signal });
    const id = asText(asObject(data).groupid);
    if (id === '') throw imError("the server's answer has no groupid", 'protocol');
    return id;
  }

  /** All groups that this user is a member of. */
  async list(options: ImCallOptions = {}): Promise<readonly ImGroupEntry[]> {
    const entries = await this.#pages(`users/${encodeURIComponent(this.#self)}/joined_chatgroups`, 0, options);
    return entries.map((entry) => ({
      id: asText(entry.groupid ?? entry.groupId ?? entry.id),
      name: asText(entry.groupname ?? entry.groupName ?? entry.name),
    }));
  }

  async get(id: string, { signal }: ImCallOptions = {}): Promise<ImGroup> {
    const { data } = await this.#rest.call('GET', pathOf(id), { signal });
    const told = Array.isArray(data) ? asObject(data[0]) : asObject(data);
    return {
      id: asText(told.id) || id,
      name: asText(told.name),
      description: asText(told.description),
      owner: asText(told.owner),
      isPublic: told.public === true,
      membersMayInvite: told.allowinvites === true,
      maxMembers: Number(told.maxusers) || 0,
      memberCount: Number(told.affiliations_count) || 0,
    };
  }

  /** All members, including the owner. */
  async members(id: string, options: ImCallOptions = {}): Promise<readonly ImGroupMember[]> {
    const entries = await this.#pages(`${pathOf(id)}/users`, 1, options);
    return entries.map(({ owner, member }) => ({ username: asText(owner ?? member), isOwner: owner !== undefined }));
  }

  /** Joins a public group; if its owner must approve, applies for membership. */
  async join(id: string, { signal, message = '' }: ImCallOptions & { readonly message?: string } = {}): Promise<void> {
    await this.#rest.call('POST', `${pathOf(id)}/apply`, { json: { message }, signal });
  }

  /** An owner must destroy the group, or transfer it first. */
  async leave(id: string, { signal }: ImCallOptions = {}): Promise<void> {
    await this.#rest.call('DELETE', `${pathOf(id)}/quit`, { signal });
  }

  /** Adds users. */
  async add(id: string, usernames: readonly string[], { signal }: ImCallOptions = {}): Promise<void> {
    await this.#rest.call('POST', `${pathOf(id)}/invite`, { json: { usernames }, signal });
  }

  /** Owners only. */
  async remove(id: string, username: string, { signal }: ImCallOptions = {}): Promise<void> {
    if (!username) throw badParameter('name the user to remove');
    await this.#rest.call('DELETE', `${pathOf(id)}/users/${encodeURIComponent(username)}`, {
      signal,
    });
  }

  /** Ends a group for all. Owners only. */
  async destroy(id: string, { signal }: ImCallOptions = {}): Promise<void> {
    await this.#rest.call('DELETE', pathOf(id), { signal });
  }

  /** Deployed servers count pages of groups from 0, and those of members from 1. */
  async #pages(
    path: string,
    firstPage: number,
    { signal }: ImCallOptions,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const all: Readonly<Record<string, unknown>>[] = [];
    for (let page = firstPage; ; page += 1) {
      const query = { version: 'v3', pagenum: page, pagesize: LIST_PAGE_SIZE };
      const answer = await this.#rest.call('GET', path, { query, signal });
      const entries = asList(answer.data ?? answer.entities);
      all.push(...entries);
      if (entries.length < LIST_PAGE_SIZE) return all;
    }
  }
}

function pathOf(id: string): string {
  if (!id) throw badParameter('name the group by its id');
  return `chatgroups/${encodeURIComponent(id)}`;
}
