import { StatusCode, StatusReason, type Meta } from '@lectern/rtc/im-protocol';
import { isGroupKey } from '../store/index.js';
import { readChat } from './chat.js';
import type { ImDirectory } from './directory.js';
import type { ImDevice } from './hub.js';
import type { ImOutcome } from './routes.js';
import type { ImWriter } from './writer.js';

export interface UserChatPorts {
  readonly directory: ImDirectory;
  readonly writer: ImWriter;
}

/** CHAT to a user: kept for the recipient's devices. */
export class UserChat {
  constructor(private readonly ports: UserChatPorts) {}

  async take(device: ImDevice, meta: Meta): Promise<ImOutcome> {
    const draft = readChat(meta, device);
    if ('errorCode' in draft) return draft;
    if (isGroupKey(draft.recipient)) return { errorCode: StatusCode.Fail, reason: StatusReason.GroupNotFound };
    const isThere = await this.ports.directory.has(draft.appKey, draft.recipient);
    return isThere ? this.ports.writer.write(draft) : { errorCode: StatusCode.Fail, reason: StatusReason.UserNotFound };
  }
}
