import { Capability } from '@lectern/rtc/protocol';
import type { WebhookEvent } from '../webhooks/events.js';
import type { Channel, ConferenceState, Member, Stream } from './model.js';

/** One durable fact of a conference; undefined when it was deleted. */
export type Fact = unknown;

/** Changes of a step to the facts. */
export interface FactChanges {
  readonly facts: ReadonlyMap<string, Fact>;
  /** Events for consumers outside of the conference. */
  readonly events: readonly WebhookEvent[];
  /** The conference has ended. */
  readonly isEnd: boolean;
  /** True if no message about the change may be sent before it is written. */
  readonly isFirm: boolean;
}

/** A durable field of the state: whole, or entry by entry where it is a map. */
interface Kept {
  readonly field: keyof ConferenceState;
  /** True if this change must be written before any message about it is sent. */
  isFirm(before: unknown, after: unknown): boolean;
  toFact(value: never): Fact;
}

/** Changes made by the client itself are repeated by it after a restart; decisions of others about it would be lost. */
const memberIsFirm = (before: unknown, after: unknown): boolean => {
  const [old, now] = [before as Member | undefined, after as Member | undefined];
  return old !== undefined && now !== undefined && FIRM_OF_MEMBER.some((field) => old[field] !== now[field]);
};

const FIRM_OF_MEMBER = ['role'] as const satisfies readonly (keyof Member)[];

const always = (): boolean => true;
const never = (): boolean => false;
const whole = (value: unknown): Fact => value;

/**
 * The durable fields of the conference. A new field of the state becomes durable by a line here; new fields of members
 * and streams are durable with them.
 */
const KEPT: readonly Kept[] = [
  { field: 'roles', isFirm: always, toFact: whole },
  { field: 'mutes', isFirm: always, toFact: whole },
  { field: 'cstate', isFirm: always, toFact: whole },
  { field: 'cattrs', isFirm: always, toFact: whole },
  { field: 'kicks', isFirm: always, toFact: whole },
  { field: 'named', isFirm: always, toFact: whole },
  { field: 'decided', isFirm: always, toFact: whole },
  { field: 'removedAt', isFirm: always, toFact: whole },
  { field: 'admins', isFirm: never, toFact: whole },
  { field: 'isRecorded', isFirm: always, toFact: whole },
  { field: 'hasStarted', isFirm: never, toFact: whole },
  { field: 'lives', isFirm: always, toFact: whole },
  {
    field: 'members',
    isFirm: memberIsFirm,
    // Every op 1000 may change `listedAt`; after a restart the higher version makes all clients read the lists anyway.
    toFact: ({ link: _link, listedAt: _listedAt, ...member }: Member): Fact => member,
  },
  { field: 'streams', isFirm: never, toFact: ({ phase: _phase, ...stream }: Stream): Fact => stream },
  // Lets the server name the lost connections to the clients after a restart.
  {
    field: 'channels',
    isFirm: never,
    toFact: ({ memberId, rtcId, streamId }: Channel): Fact => ({ memberId, rtcId, streamId }),
  },
  { field: 'cver', isFirm: never, toFact: whole },
  { field: 'listsChangedAt', isFirm: never, toFact: whole },
  { field: 'nextCsrc', isFirm: never, toFact: whole },
];

const isKeptEntry: Partial<Record<keyof ConferenceState, (value: never) => boolean>> = {
  // A stream whose first publication has not succeeded is unknown to the others.
  streams: (stream: Stream) => stream.phase !== 'starting',
  channels: (channel: Channel) => channel.phase === 'open',
};

const factKey = (field: string, key: string): string => `${field}:${key}`;

class Changes {
  readonly facts = new Map<string, Fact>();
  isFirm = false;

  compare({ field, isFirm, toFact }: Kept, before: unknown, after: unknown): void {
    if (before === after) return;
    if (after instanceof Map || before instanceof Map) {
      this.#compareMaps({ field, isFirm, toFact }, before as Map<string, never>, after as Map<string, never>);
      return;
    }
    this.#set(field, after === undefined ? undefined : toFact(after as never), isFirm(before, after));
  }

  #compareMaps({ field, isFirm, toFact }: Kept, before: Map<string, never>, after: Map<string, never>): void {
    const isKept: (value: never) => boolean = isKeptEntry[field] ?? always;
    const kept = (map: Map<string, never>, key: string): never | undefined => {
      const value = map.get(key);
      return value !== undefined && isKept(value) ? value : undefined;
    };
    for (const key of after.keys()) {
      const [old, now] = [kept(before, key), kept(after, key)];
      if (old === now) continue;
      const fact = now === undefined ? undefined : toFact(now);
      if (old !== undefined && encodeFact(toFact(old)) === encodeFact(fact)) continue;
      this.#set(factKey(field, key), fact, isFirm(old, now));
    }
    for (const key of before.keys()) {
      if (after.has(key)) continue;
      const old = kept(before, key);
      if (old !== undefined) this.#set(factKey(field, key), undefined, isFirm(old, undefined));
    }
  }

  #set(key: string, fact: Fact, isFirm: boolean): void {
    this.facts.set(key, fact);
    this.isFirm ||= isFirm;
  }
}

/** Changes of a step to the state that must survive a restart of the server; undefined when there are none. */
export function changedFacts(
  before: ConferenceState,
  after: ConferenceState,
  events: readonly WebhookEvent[] = [],
): FactChanges | undefined {
  if (before === after) return undefined;
  if (after.phase === 'closed') {
    return before.phase === 'closed' ? undefined : { facts: new Map(), events, isEnd: true, isFirm: true };
  }
  const changes = new Changes();
  for (const kept of KEPT) changes.compare(kept, before[kept.field], after[kept.field]);
  if (changes.facts.size === 0 && events.length === 0) return undefined;
  return { facts: changes.facts, events, isEnd: false, isFirm: changes.isFirm };
}

/** Maps inside facts are written as `{"$map": [[key, value], …]}`. */
const MAP_TAG = '$map';
/** Escapes objects of clients that look like the encoding used here: `{"$object": [[key, value], …]}`. */
const OBJECT_TAG = '$object';

const isTagged = (
  value: unknown,
): value is { [MAP_TAG]: [string, unknown][] } | { [OBJECT_TAG]: [string, unknown][] } =>
  typeof value === 'object' && value !== null && (MAP_TAG in value || OBJECT_TAG in value);

/** The fact as JSON; undefined stays undefined. */
export function encodeFact(fact: Fact): string | undefined {
  return JSON.stringify(fact, (_key, value: unknown) => {
    if (value instanceof Map) return { [MAP_TAG]: [...value] };
    return isTagged(value) ? { [OBJECT_TAG]: Object.entries(value) } : value;
  });
}

function decodeFact(json: string): Fact {
  return JSON.parse(json, (_key, value: unknown) => {
    if (!isTagged(value)) return value;
    return MAP_TAG in value ? new Map(value[MAP_TAG]) : Object.fromEntries(value[OBJECT_TAG]);
  }) as Fact;
}

/**
 * Facts may be slightly older than the last state that clients received; a version that is too high only makes them
 * read the lists.
 */
const VERSION_LEAP = 1_000;

/**
 * The conference as restored from its facts. Its members are away, its streams wait to be published again, and each
 * client with the capability is asked to rebuild every connection it had.
 */
export function withFacts(fresh: ConferenceState, facts: ReadonlyMap<string, string>): ConferenceState {
  const maps = new Map<string, Map<string, unknown>>();
  const plain = new Map<string, unknown>();
  for (const [key, json] of facts) {
    const fact = decodeFact(json);
    const colon = key.indexOf(':');
    if (colon < 0) {
      plain.set(key, fact);
      continue;
    }
    const field = key.slice(0, colon);
    maps.set(field, (maps.get(field) ?? new Map<string, unknown>()).set(key.slice(colon + 1), fact));
  }
  let state = fresh;
  for (const { field } of KEPT) {
    if (maps.has(field)) state = { ...state, [field]: maps.get(field) };
    else if (plain.has(field)) state = { ...state, [field]: plain.get(field) };
  }
  if (state.members.size === 0) return { ...state, phase: 'waiting', streams: new Map(), channels: new Map() };
  return {
    ...state,
    phase: 'open',
    hasStarted: true,
    cver: state.cver + VERSION_LEAP,
    nextCsrc: Math.max(state.nextCsrc, ...[...state.streams.values()].map(({ csrc }) => csrc + 1)),
    members: new Map([...state.members].map(([id, member]) => [id, awayMember(member, state)])),
    streams: new Map(
      [...state.streams]
        .filter(([, stream]) => state.members.has(stream.memId))
        .map(([id, stream]) => [id, { ...stream, phase: 'orphaned' as const, switchingTo: undefined }]),
    ),
    channels: new Map(),
    connections: new Map(),
  };
}

function awayMember(member: Member, { channels }: ConferenceState): Member {
  const mine = [...channels.values()].filter(({ memberId }) => memberId === member.id);
  const canRebuild = member.caps.includes(Capability.Rebuild);
  return {
    ...member,
    link: { state: 'away' },
    listedAt: 0,
    rebuilds: new Map([
      ...member.rebuilds,
      ...(canRebuild ? mine.map(({ rtcId, streamId }) => [rtcId, streamId] as const) : []),
    ]),
  };
}
