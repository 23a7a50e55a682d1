import { BodyType, RouteType, StatusCode, StatusReason, type Meta } from '@lectern/rtc/im-protocol';
import type { Clock } from '@lectern/kit/clock';
import type { ImMessage } from '../../store/index.js';
import { readChat } from '../chat.js';
import { metaOf, type ImRefusal } from '../frames.js';
import type { ImDevice, ImHub } from '../hub.js';
import type { ImKeeper } from '../keeper.js';
import type { ReadMarks } from '../read-marks.js';
import type { ImOutcome } from '../routes.js';
import type { Draft } from '../writer.js';
import type { Group } from './group.js';
import type { GroupRegistry } from './registry.js';
import type { SharedReads } from './shared-reads.js';

export interface GroupChatPorts {
  readonly registry: GroupRegistry;
  readonly reads: SharedReads;
  readonly keeper: ImKeeper;
  readonly hub: ImHub;
  readonly marks: ReadMarks;
  readonly clock: Clock;
  readonly nextId: () => bigint;
}

const TAKEN: ReadonlySet<number> = new Set([BodyType.Groupchat, BodyType.Recall, BodyType.ChannelAck]);

const wrong = (reason: string): ImRefusal => ({ errorCode: StatusCode.WrongParameter, reason });
const failed = (reason: string): ImRefusal => ({ errorCode: StatusCode.Fail, reason });

/** CHAT to a group: stored once, for all of its members. */
export class GroupChat {
  constructor(private readonly ports: GroupChatPorts) {}

  async take(device: ImDevice, meta: Meta): Promise<ImOutcome> {
    const { registry, keeper, marks } = this.ports;
    const draft = readChat(meta, device);
    if ('errorCode' in draft) return draft;
    const group = await registry.ofMessage(draft);
    if (group === undefined) return failed(StatusReason.GroupNotFound);
    if (group.member(device.user) === undefined) return failed(StatusReason.NotInGroup);
    if (meta.routetype === RouteType.Direct) return wrong('nothing takes messages to some members of a group');
    if (!TAKEN.has(draft.kind)) return wrong(`nothing takes messages of type ${draft.kind} to a group`);
    // A read mark concerns only the user who set it.
    if (draft.kind === BodyType.ChannelAck) return marks.take(draft);
    const isKept = meta.routetype !== RouteType.Online || draft.kind === BodyType.Recall;
    return isKept ? keeper.keep(draft) : this.#handOver(group, draft);
  }

  /** A message to a group was stored: notifies its members, except the sender. */
  async notify(message: ImMessage): Promise<void> {
    this.ports.reads.news(message);
    const group = await this.ports.registry.ofMessage(message);
    for (const { name, joinedId } of group?.members ?? []) {
      if (name !== message.sender && joinedId < message.id) {
        this.ports.hub.notify(message.appKey, name, message.recipient, message.id);
      }
    }
  }

  /** Pushes to the members who are online now; nothing is stored. */
  #handOver(group: Group, draft: Draft): ImOutcome {
    const { hub, clock, nextId } = this.ports;
    const message = { ...draft, id: nextId(), sentAt: clock.now() };
    const metas = [metaOf(message)];
    for (const { name } of group.members) if (name !== draft.sender) hub.push(draft.appKey, name, metas);
    return message;
  }
}
