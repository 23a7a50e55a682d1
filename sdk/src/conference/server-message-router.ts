import {
  OP2_MUTE,
  OP2_UNMUTE,
  OP_ACCEPT,
  OP_ADMIN_CHANGED,
  OP_ANSWER,
  OP_ATTRIBUTES_UPDATED,
  OP_CANDIDATES,
  OP_CLOSE_CONFERENCE,
  OP_CONTROL,
  OP_LIVE_CONFIGS_CHANGED,
  OP_MEMBER_ENTERED,
  OP_MEMBER_EXITED,
  OP_RESPONSE,
  OP_ROLE_UPDATED,
  OP_SPEAKERS,
  OP_STREAM_CONTROL,
  OP_STREAM_PUBLISHED,
  OP_STREAM_UNPUBLISHED,
  OP_TERMINATE,
  TERMINATE_CODEC_UNSUPPORTED,
  TERMINATE_REBUILD,
  TERMINATE_SWITCH_CODEC,
  TERMINATE_TOO_MANY_DESKTOP,
  TERMINATE_TOO_MANY_VIDEO,
  ExitReason,
  Role,
  decodeLoose,
  type WireMessage,
  type WireStream,
} from '../protocol/index.js';
import type { SignallingPort } from '../signalling/types.js';
import type { ConferenceStore } from './conference-store.js';
import { audienceError } from './context.js';
import type { Extensions } from './extensions.js';
import type { ConferenceSettingsUpdater } from './settings-updater.js';
import { readRole, type Members } from './members.js';
import type { Publications } from './publications.js';
import type { Roster } from './roster.js';
import { readSpeakers } from './speakers.js';
import type { Streams } from './streams.js';
import type { Subscriptions } from './subscriptions.js';

export interface RouterTargets {
  readonly extensions: Extensions;
  readonly store: ConferenceStore;
  readonly signalling: SignallingPort;
  readonly streams: Streams;
  readonly roster: Roster;
  readonly members: Members;
  readonly settings: ConferenceSettingsUpdater;
  readonly publications: Publications;
  readonly subscriptions: Subscriptions;
  /** The server ended the conference for the local member. */
  readonly onExit: (reason: ExitReason) => void;
  /** Handles messages of a connection that many streams share: ops 106, 107 and 111 with `trsId`. */
  readonly onTransport: (message: WireMessage) => void;
  /** Op 412 brought a new role token. */
  readonly onRoleToken: (roleToken: string) => void;
}

const EXIT_REASONS: readonly number[] = Object.values(ExitReason);

/** `op2` of an op 1002. */
const controlOpOf = ({ arg }: WireMessage): unknown =>
  (decodeLoose(arg) as { readonly op2?: unknown } | undefined)?.op2;

/**
 * Routes each push of the server to its handler (spec §4, §7). Unknown ids are no error: pushes may cross each other.
 */
export class ServerMessageRouter {
  readonly #targets: RouterTargets;

  constructor(targets: RouterTargets) {
    this.#targets = targets;
  }

  handle(message: WireMessage): void {
    const { store } = this.#targets;
    store.change(() => {
      const { op, cver } = message;
      // The version of a late answer is not stored, because its content was not applied.
      if (op !== OP_RESPONSE && typeof cver === 'number' && cver > store.now.version) store.patch({ version: cver });
      if (message.trsId !== undefined) return this.#targets.onTransport(message);
      const isTaken = this.#handlers[op]?.(message) === true || this.#targets.extensions.offer(message);
      if (op === OP_CONTROL && !isTaken) this.#refuse(message);
    });
  }

  readonly #handlers: Partial<Record<number, (message: WireMessage) => boolean | void>> = {
    [OP_MEMBER_ENTERED]: ({ mem }) => this.#targets.roster.addMember(mem),
    [OP_MEMBER_EXITED]: ({ memId = '', reason }) => {
      const { store, roster, onExit } = this.#targets;
      if (memId !== store.now.localMember?.id) roster.removeMember(memId, Number(reason ?? 0));
      else onExit(EXIT_REASONS.includes(reason as number) ? (reason as ExitReason) : ExitReason.HangUp);
    },
    [OP_STREAM_PUBLISHED]: ({ pubS, memId }) => {
      const stream = pubS as WireStream | undefined;
      if (stream?.id) this.#targets.roster.addStream({ ...stream, memId: stream.memId ?? memId });
    },
    [OP_STREAM_UNPUBLISHED]: ({ pubSId }) => this.#targets.roster.removeStream(String(pubSId)),
    [OP_STREAM_CONTROL]: ({ streamId, voff, aoff, sver }) => {
      const { streams } = this.#targets;
      const stream = streams.get(String(streamId));
      if (!stream || stream.isLocal) return;
      streams.patch(stream.id, {
        ...(voff === undefined ? {} : { videoMuted: voff === 1 }),
        ...(aoff === undefined ? {} : { audioMuted: aoff === 1 }),
        ...(typeof sver === 'number' && sver > stream.version ? { version: sver } : {}),
      });
    },
    [OP_SPEAKERS]: ({ spks }) => this.#targets.store.patch({ speakers: readSpeakers(spks) }),
    [OP_ATTRIBUTES_UPDATED]: (message) => this.#targets.settings.apply(message),
    [OP_LIVE_CONFIGS_CHANGED]: (message) => this.#targets.settings.apply(message),
    [OP_ADMIN_CHANGED]: ({ memId, role }) => {
      const { store, members } = this.#targets;
      const { localMember } = store.now;
      const member = members.setRole(memId, readRole(role)) ?? (memId === localMember?.id ? localMember : undefined);
      store.emit('adminChanged', member, readRole(role));
    },
    [OP_CONTROL]: (message) => {
      const op2 = controlOpOf(message);
      if (op2 !== OP2_MUTE && op2 !== OP2_UNMUTE) return;
      this.#targets.settings.applyMuted(op2 === OP2_MUTE);
      // Not answered: the server has already applied the change (docs/wire.md).
      return true;
    },
    [OP_ROLE_UPDATED]: ({ role, memId, roleToken }) => {
      const own = this.#targets.store.now.localMember?.id;
      if (memId !== undefined && memId !== own) return;
      if (typeof roleToken === 'string') this.#targets.onRoleToken(roleToken);
      this.applyRole(readRole(role));
    },
    [OP_CLOSE_CONFERENCE]: () => this.#targets.onExit(ExitReason.HangUp),
    [OP_ANSWER]: (message) => this.#toLink(message),
    [OP_ACCEPT]: (message) => this.#toLink(message),
    [OP_CANDIDATES]: (message) => this.#toLink(message),
    [OP_TERMINATE]: (message) => this.#terminate(message),
  };

  /** Refuses a request that no handler took, since its sender waits for an answer (spec §5; wire-conference 2.8). */
  #refuse(message: WireMessage): void {
    const isSurface = controlOpOf(message) === 30;
    this.#targets.signalling.post({
      ...message,
      op: OP_RESPONSE,
      result: isSurface ? -405 : -507,
      msg: isSurface ? 'Not support the remote control.' : 'not supported',
    });
  }

  /** Audience members cannot publish (spec §4). */
  applyRole(role: Role): void {
    const { store, publications, settings } = this.#targets;
    const { role: previous, localMember } = store.now;
    if (role === previous) return;
    store.patch({ role, localMember: localMember && { ...localMember, role } });
    store.emit('roleChanged', role, previous);
    if (role === Role.Audience) publications.endAll('terminate', audienceError());
    settings.silence();
  }

  #find(rtcId: string | undefined) {
    const { publications, subscriptions } = this.#targets;
    return [...publications.all(), ...subscriptions.all()].find(({ link }) => link.rtcId === rtcId);
  }

  #toLink(message: WireMessage): void {
    void this.#find(message.rtcId)?.link.receive(message);
  }

  #terminate({ rtcId, endReason, useVCodes }: WireMessage): void {
    const { store, publications } = this.#targets;
    const stream = this.#find(rtcId);
    if (!stream) return;
    switch (endReason) {
      case TERMINATE_REBUILD:
        void stream.link.rebuild({ farewell: 'none' });
        return;
      case TERMINATE_CODEC_UNSUPPORTED:
        store.emit('codecUnsupported', stream.snapshot);
        return;
      case TERMINATE_SWITCH_CODEC:
        if (Array.isArray(useVCodes)) publications.get(stream.id)?.switchCodec(useVCodes as string[]);
        return;
      case TERMINATE_TOO_MANY_VIDEO:
        store.emit('publishersExceeded', 'video');
        return;
      case TERMINATE_TOO_MANY_DESKTOP:
        store.emit('publishersExceeded', 'desktop');
        return;
      default:
        stream.end('none');
    }
  }
}
