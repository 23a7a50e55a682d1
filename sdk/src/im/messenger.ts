import { race, throwIfAborted } from '../core/abort.js';
import type { Clock } from '../core/clock.js';
import { LecternError } from '../core/errors.js';
import { BodyType, GROUP_DOMAIN, NameSpace, USER_DOMAIN, type Meta } from '../im-protocol/index.js';
import { peerName } from './addresses.js';
import { checkDraft, readChat, writeBody, writeNote, type ImNote } from './content.js';
import { badParameter, ImErrorCode, imError } from './errors.js';
import { metaFrame } from './frames.js';
import type { Acknowledgement } from './unacknowledged-messages.js';
import type { Conversations } from './conversations.js';
import type { ImCallOptions, ImChatType, ImDraft, ImEvents, ImExt, ImMessage, ImMessageStatus } from './types.js';

export interface MessengerPorts {
  readonly clock: Clock;
  readonly conversations: Conversations;
  readonly appKey: string;
  readonly username: string;
  /** Sent with every message. */
  readonly ext: ImExt | undefined;
  /** Returns true if senders receive delivery receipts for their messages from this client. */
  sendsReceipts(): boolean;
  nextId(): string;
  /** Resolves when the server has acknowledged the frame. @throws {LecternError} */
  put(frameOf: (id: string) => Uint8Array, id?: string): Promise<Acknowledgement>;
  emit<K extends 'message' | 'recalled'>(event: K, ...args: Parameters<ImEvents[K]>): void;
}

/** A pending message. */
interface Outgoing {
  readonly localId: string;
  readonly payload: Uint8Array;
  readonly message: ImMessage;
}

/** Sends messages and notes about them; reads received ones. */
export class Messenger {
  readonly #ports: MessengerPorts;
  /** Messages that failed, by key. */
  readonly #failed = new Map<string, Outgoing>();

  constructor(ports: MessengerPorts) {
    this.#ports = ports;
  }

  async send(draft: ImDraft, { signal }: ImCallOptions = {}): Promise<ImMessage> {
    throwIfAborted(signal);
    checkDraft(draft);
    const { username, clock, ext, appKey } = this.#ports;
    const { type = 'single' } = draft;
    const head = { from: username, to: peerName(appKey, draft.to), type };
    const payload = writeBody({ ...draft, ext: { ...ext, ...draft.ext } }, head);
    const domain = type === 'group' ? GROUP_DOMAIN : USER_DOMAIN;
    // Read back like a received message, so that it looks the same to all.
    const meta: Meta = { id: '', from: { name: username }, to: { name: head.to, domain }, payload };
    const read = readChat(meta, username);
    if (!read || !('key' in read)) throw badParameter('a message must have one of the kinds that can be sent');
    const localId = this.#ports.nextId();
    const message: ImMessage = { ...read, key: `~${localId}`, time: clock.now(), status: 'sending' };
    return this.#deliver({ localId, payload, message }, signal);
  }

  /** Sends a failed message again under its id, so that the server does not store it twice. */
  async retry(key: string, { signal }: ImCallOptions = {}): Promise<ImMessage> {
    throwIfAborted(signal);
    const outgoing = this.#failed.get(key);
    if (!outgoing) throw imError('no message of this key has failed', 'invalid-argument', ImErrorCode.BadParameter);
    this.#failed.delete(key);
    return this.#deliver(outgoing, signal);
  }

  /** Discards a failed message. Returns true if it existed. */
  discard(key: string): boolean {
    return this.#failed.delete(key);
  }

  async recall(message: ImMessage, { signal }: ImCallOptions = {}): Promise<void> {
    throwIfAborted(signal);
    if (!message.isOwn || message.id === '') {
      throw badParameter('only an own message that the server has can be taken back');
    }
    const { type, to, id } = message;
    await race(this.#note(BodyType.Recall, type, to, id), { signal });
    this.#ports.conversations.recall(type, to, id, this.#ports.username);
  }

  markRead(type: ImChatType, peer: string): void {
    if (!this.#ports.conversations.markRead(type, peer)) return;
    this.#tell(BodyType.ChannelAck, type, peer, undefined);
  }

  received(meta: Meta): void {
    const { conversations, emit, sendsReceipts } = this.#ports;
    const read = readChat(meta, this.#ports.username);
    if (!read) return;
    if (!('key' in read)) return this.#noted(read);
    conversations.add(read);
    if (sendsReceipts() && !read.isOwn && read.type === 'single')
      this.#tell(BodyType.DeliverAck, 'single', read.from, read.id);
    emit('message', read);
  }

  #noted({ kind, type, from, to, id }: ImNote): void {
    const { conversations, emit, username } = this.#ports;
    const peer = type === 'group' || from === username ? to : from;
    if (kind === 'recall') {
      if (id === undefined) return;
      conversations.recall(type, peer, id, from);
      return emit('recalled', { id, type, peer, from });
    }
    if (type === 'group') return;
    if (from === username) {
      // Another device of this user has read it; one that it was delivered to says nothing of this one.
      if (kind === 'read') conversations.markRead(type, peer);
    } else conversations.receipt(peer, kind, id);
  }

  async #deliver(outgoing: Outgoing, signal: AbortSignal | undefined): Promise<ImMessage> {
    const { conversations, appKey } = this.#ports;
    const { localId, payload, message } = outgoing;
    const { to } = message;
    conversations.sending(withStatus(message, 'sending'));
    const frameOf = (id: string): Uint8Array =>
      metaFrame(appKey, id, { ns: NameSpace.Chat, to, isGroup: message.type === 'group', payload });
    const settled = this.#ports.put(frameOf, localId).then(
      ({ id, time }) => {
        const sent = { ...withStatus(message, 'sent'), id, time };
        conversations.sent(sent);
        return sent;
      },
      (error: unknown) => {
        if (conversations.failed(withStatus(message, 'failed', error))) this.#failed.set(message.key, outgoing);
        throw error;
      },
    );
    return race(settled, { signal });
  }

  #note(kind: number, type: ImChatType, to: string, id: string | undefined): Promise<Acknowledgement> {
    const { appKey, username: from } = this.#ports;
    const payload = writeNote(kind, id, { from, to, type });
    return this.#ports.put((metaId) =>
      metaFrame(appKey, metaId, { ns: NameSpace.Chat, to, isGroup: type === 'group', payload }),
    );
  }

  /** Sends a receipt without waiting for it; a lost one does no harm. */
  #tell(kind: number, type: ImChatType, to: string, id: string | undefined): void {
    this.#note(kind, type, to, id).catch(() => undefined);
  }
}

function withStatus(message: ImMessage, status: ImMessageStatus, error?: unknown): ImMessage {
  const isKnown = error instanceof LecternError;
  return {
    ...message,
    status,
    error: status === 'failed',
    errorCode: isKnown ? (error.code ?? ImErrorCode.Unknown) : 0,
    errorText: isKnown ? error.message : '',
  };
}
