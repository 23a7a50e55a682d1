import type { PublishArguments, StreamState } from './commands.js';
import { HeadlessParticipant } from './headless-participant.js';
import { eventually } from '../support/eventually.js';

export const APP_KEY = 'lectern#demo';

let rooms = 0;

export interface EntryOptions {
  /** The published kinds of media; both by default. */
  readonly publish?: PublishArguments | 'nothing';
  /** Server or proxy; the classroom's unless given. */
  readonly serverUrl?: string;
  readonly role?: 1 | 3 | 7;
  /** Its streams share two connections. */
  readonly isShared?: boolean;
}

export interface ClassroomOptions {
  /** Conference type of its room; 10 unless given. */
  readonly type?: 11 | 12 | 14;
}

/** A room of its own and those who were in it. */
export class Classroom {
  readonly room = `room ${process.pid} ${(rooms += 1)}`;
  readonly #participants: HeadlessParticipant[] = [];

  constructor(
    private readonly serverUrl: string,
    private readonly options: ClassroomOptions = {},
  ) {}

  /** Starts a participant, who joins and publishes. */
  async enter(name: string, options: EntryOptions = {}): Promise<HeadlessParticipant> {
    const participant = await HeadlessParticipant.start(name, this.#participants.length + 1);
    this.#participants.push(participant);
    await this.join(participant, options);
    return participant;
  }

  /** Joins and publishes with a participant who is not in the class. */
  async join(participant: HeadlessParticipant, options: EntryOptions = {}): Promise<void> {
    const { publish = { audio: true, video: true }, serverUrl = this.serverUrl, role = 3, isShared = false } = options;
    const { type } = this.options;
    const config = type ? { config: { confrType: type } } : {};
    await participant.tell('join', { serverUrl, appKey: APP_KEY, room: this.room, role, isShared, ...config });
    if (publish !== 'nothing') await participant.tell('publish', publish);
  }

  /** Ends all participants' processes. */
  async close(): Promise<void> {
    await Promise.all(this.#participants.map((participant) => participant.close()));
  }
}

/** The stream of another as a participant has it; undefined if there is none. */
export const streamOf = async (
  receiver: HeadlessParticipant,
  publisher: HeadlessParticipant,
): Promise<StreamState | undefined> =>
  (await receiver.tell('state')).streams.find(({ memberName }) => memberName.endsWith(`_${publisher.name}`));

/** Waits until the receiver's view of a publisher's stream meets a condition. */
export const streamBecomes = (
  receiver: HeadlessParticipant,
  publisher: HeadlessParticipant,
  what: string,
  fits: (stream: StreamState | undefined) => boolean,
  timeoutMs?: number,
): Promise<StreamState | undefined> =>
  eventually(
    `the stream of ${publisher.name} becoming ${what} for ${receiver.name}`,
    () => streamOf(receiver, publisher),
    fits,
    timeoutMs,
  );

/** User names of the others whom a participant knows of, in order of arrival. */
export const othersOf = async (participant: HeadlessParticipant): Promise<readonly string[]> =>
  (await participant.tell('state')).members.map(({ name }) => name.slice(name.indexOf('_') + 1));

/** Names of the events that a participant received, from index `since` on. */
export const eventsOf = async (participant: HeadlessParticipant, since = 0): Promise<readonly string[]> =>
  (await participant.tell('events')).slice(since).map(({ name }) => name);
