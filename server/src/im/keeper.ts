import { BodyType, decode, MessageBody, StatusCode, StatusReason } from '@lectern/rtc/im-protocol';
import type { Clock } from '@lectern/kit/clock';
import type { ImMessage, ImStore } from '../store/index.js';
import type { ImOutcome } from './routes.js';
import type { Draft, ImWriter } from './writer.js';

export interface KeeperPorts {
  readonly clock: Clock;
  readonly store: ImStore;
  readonly writer: ImWriter;
  /** Called for each message that is stored outside of the writer. */
  readonly kept: (message: ImMessage) => void;
}

/** Stores messages; a recall deletes the recalled message. */
export class ImKeeper {
  constructor(
    private readonly ports: KeeperPorts,
    /** Time for which a message can be recalled, in milliseconds. */
    private readonly recallLimitMs: number,
  ) {}

  keep(draft: Draft): Promise<ImOutcome> {
    return draft.kind === BodyType.Recall ? this.#recall(draft) : this.ports.writer.write(draft);
  }

  async #recall(draft: Draft): Promise<ImOutcome> {
    const { clock, store, writer, kept } = this.ports;
    const targetId = BigInt.asIntN(64, BigInt(decode(MessageBody, draft.body).ackMessageId ?? 0));
    const target = await store.find(targetId);
    if (target && target.sender === draft.sender && clock.now() - target.sentAt > this.recallLimitMs) {
      return { errorCode: StatusCode.Fail, reason: StatusReason.RecallTooLate };
    }
    const result = await writer.change(async () => {
      const message = { ...draft, id: writer.nextId(), sentAt: clock.now() };
      const recalled = await store.recall(message, targetId);
      if (recalled?.isNew) kept(message);
      return recalled;
    });
    return result ?? { errorCode: StatusCode.Fail, reason: 'there is no such message of yours to recall' };
  }
}
