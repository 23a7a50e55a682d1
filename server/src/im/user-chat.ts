import { BodyType, RouteType, StatusCode, StatusReason, type Meta } from '@lectern/rtc/im-protocol';
import type { Clock } from '@lectern/kit/clock';
import { isGroupKey } from '../store/index.js';
import { readChat } from './chat.js';
import type { ImDirectory } from './directory.js';
import { metaOf } from './frames.js';
import type { ImDevice, ImHub } from './hub.js';
import type { ImKeeper } from './keeper.js';
import type { ImOutcome } from './routes.js';
import type { Draft } from './writer.js';

export interface UserChatPorts {
  readonly directory: ImDirectory;
  readonly hub: ImHub;
  readonly keeper: ImKeeper;
  readonly clock: Clock;
  readonly nextId: () => bigint;
}

/** CHAT to a user: stored for the recipient's devices. */
export class UserChat {
  constructor(private readonly ports: UserChatPorts) {}

  async take(device: ImDevice, meta: Meta): Promise<ImOutcome> {
    const draft = readChat(meta, device);
    if ('errorCode' in draft) return draft;
    if (isGroupKey(draft.recipient)) return { errorCode: StatusCode.Fail, reason: StatusReason.GroupNotFound };
    const { directory, keeper } = this.ports;
    const isThere = await directory.has(draft.appKey, draft.recipient);
    if (!isThere) return { errorCode: StatusCode.Fail, reason: StatusReason.UserNotFound };
    const isKept = meta.routetype !== RouteType.Online || draft.kind === BodyType.Recall;
    return isKept ? keeper.keep(draft) : this.#handOver(draft);
  }

  /** Pushes to devices that are online now; nothing is stored. */
  #handOver(draft: Draft): ImOutcome {
    const { hub, clock, nextId } = this.ports;
    const message = { ...draft, id: nextId(), sentAt: clock.now() };
    hub.push(message.appKey, message.recipient, [metaOf(message)]);
    return message;
  }
}
