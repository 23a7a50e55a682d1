import type { Conference, Role } from '@lectern/rtc';
import {
  addLive,
  changeRoles,
  degradeRoles,
  deleteAttributes,
  deleteLive,
  disband,
  kick,
  listRecordings,
  muteAll,
  muteMember,
  onRoleRequest,
  recordingLink,
  requestAdmin,
  requestTalk,
  setAttributes,
  startRecording,
  unmuteAll,
  unmuteMember,
  updateLiveLayout,
  type LiveOutput,
  type LiveRegion,
  type Recording,
} from '@lectern/rtc/admin';
import { broadcastMessage, onMessage, sendMessage } from '@lectern/rtc/messages';

/** Administrative commands of a participant; others are named by their user names. */
export type Administration =
  | { readonly act: 'mute' | 'unmute' | 'kick'; readonly name: string }
  | { readonly act: 'changeRole' | 'degrade'; readonly name: string; readonly role: Role }
  | { readonly act: 'muteAll' | 'unmuteAll' | 'disband' | 'requestTalk' | 'requestAdmin' }
  | { readonly act: 'setAttributes'; readonly attributes: Readonly<Record<string, string>> }
  | { readonly act: 'deleteAttributes'; readonly keys: readonly string[] }
  | { readonly act: 'send'; readonly name: string; readonly content: unknown }
  | {
      readonly act: 'broadcast';
      readonly content: unknown;
      readonly topic?: string;
      readonly isReliable: boolean;
    }
  | { readonly act: 'record' | 'stopRecording'; readonly streamId: string }
  | { readonly act: 'addLive'; readonly output: LiveOutput }
  | { readonly act: 'updateLiveLayout'; readonly liveId: string; readonly regions: readonly LiveRegion[] }
  | { readonly act: 'deleteLive'; readonly liveId: string }
  | { readonly act: 'recordings' }
  | { readonly act: 'recordingLink'; readonly recordingId: string }
  /** Sets the answer to later requests for roles. */
  | { readonly act: 'decide'; readonly agrees: boolean }
  /** Sends audio although it is muted, as a misbehaving client would. */
  | { readonly act: 'disobey' };

/** State of a participant that its other commands do not show. */
export interface AdministrationState {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isMuted: boolean;
  readonly isAllMuted: boolean;
  /** `[sender, content]`. */
  readonly messages: readonly (readonly [string, unknown])[];
  /** User names of the members who requested a role. */
  readonly asked: readonly string[];
  readonly exit: { readonly reason: number } | undefined;
  readonly lives: readonly Readonly<Record<string, unknown>>[];
}

const plain = (name: string): string => name.slice(name.indexOf('_') + 1);

/** The administrative side of a participant. */
export class Administrator {
  readonly #conference: Conference;
  readonly #messages: (readonly [string, unknown])[] = [];
  readonly #asked: string[] = [];
  readonly #recordings = new Map<string, Recording>();
  #agrees = false;

  constructor(conference: Conference) {
    this.#conference = conference;
    onMessage(conference, ({ member, content }) => this.#messages.push([plain(member?.name ?? ''), content]));
    onRoleRequest(conference, (request) => {
      this.#asked.push(plain(request.memName));
      if (this.#agrees) void request.agree();
      else request.refuse();
    });
  }

  state(): AdministrationState {
    const { attributes, isMuted, isAllMuted, exit, liveConfigs: lives } = this.#conference.state.getSnapshot();
    return { attributes, isMuted, isAllMuted, exit, lives, messages: this.#messages, asked: this.#asked };
  }

  async carryOut(command: Administration): Promise<unknown> {
    const conference = this.#conference;
    switch (command.act) {
      case 'mute':
        return muteMember(conference, this.#member(command.name));
      case 'unmute':
        return unmuteMember(conference, this.#member(command.name));
      case 'kick':
        return kick(conference, [this.#member(command.name)]);
      case 'changeRole':
        return changeRoles(conference, [this.#member(command.name)], command.role);
      case 'degrade':
        return degradeRoles(conference, [this.#member(command.name)], command.role);
      case 'muteAll':
        return muteAll(conference);
      case 'unmuteAll':
        return unmuteAll(conference);
      case 'disband':
        return disband(conference);
      case 'requestTalk':
        return requestTalk(conference);
      case 'requestAdmin':
        return requestAdmin(conference);
      case 'setAttributes':
        return setAttributes(conference, command.attributes);
      case 'deleteAttributes':
        return deleteAttributes(conference, command.keys);
      case 'send':
        return sendMessage(conference, this.#member(command.name), command.content);
      case 'broadcast':
        return broadcastMessage(conference, command.content, command);
      case 'record':
        this.#recordings.set(command.streamId, await startRecording(conference, command.streamId));
        return undefined;
      case 'stopRecording':
        return this.#recordings.get(command.streamId)?.stop();
      case 'addLive':
        return addLive(conference, command.output);
      case 'updateLiveLayout':
        return updateLiveLayout(conference, command.liveId, command.regions);
      case 'deleteLive':
        return deleteLive(conference, command.liveId);
      case 'recordings':
        return listRecordings(conference);
      case 'recordingLink':
        return recordingLink(conference, command.recordingId);
      case 'decide':
        this.#agrees = command.agrees;
        return undefined;
      case 'disobey':
        for (const track of conference.localStream()?.mediaStream.getAudioTracks() ?? []) track.enabled = true;
        return undefined;
    }
  }

  #member(name: string) {
    const member = this.#conference.state.getSnapshot().members.find((known) => plain(known.name) === name);
    if (!member) throw new Error(`there is no ${name}`);
    return member;
  }
}
