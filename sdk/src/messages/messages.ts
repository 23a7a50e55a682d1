import type { Dispose } from '../core/clock.js';
import { callListener } from '../core/emitter.js';
import { LecternError } from '../core/errors.js';
import { argumentError, closedError } from '../conference/context.js';
import { conferencePort, type ConferencePort } from '../conference/port.js';
import type { CallOptions, Conference, MemberSnapshot } from '../conference/types.js';
import { CAPABILITY_MESSAGES, OP_MESSAGE, decodeLoose } from '../protocol/index.js';
import type { RequestOptions } from '../signalling/index.js';
import { targetOf, type MemberRef } from './accepted.js';

/** A message of another member (op 1003). */
export interface MemberMessage {
  readonly memberId: string;
  /** Undefined for an unknown sender, e.g. a silent member of the audience. */
  readonly member: MemberSnapshot | undefined;
  /** Content as sent. Text that is valid JSON arrives parsed (wire-conference 1.2). */
  readonly content: unknown;
  /** Topic of the sender's choice; undefined without one. */
  readonly topic: string | undefined;
}

/** Options of a message to members. */
export interface MessageOptions extends CallOptions {
  /** 1 to 64 characters, by which recipients can choose. */
  readonly topic?: string;
  /**
   * Sends the message again while the own socket is restored, and lets the server deliver it to recipients whose socket
   * is lost when they are back; each recipient gets it once. The server keeps the 64 newest.
   */
  readonly isReliable?: boolean;
  /** Time for the acknowledgement in ms; by default 15 000, and 60 000 for a reliable message. */
  readonly timeoutMs?: number;
}

const RELIABLE_TIMEOUT_MS = 60_000;
/** Names of messages that a listener remembers: more than the server keeps. */
const MAX_SEEN = 1_000;

const isText = (value: unknown): value is string => typeof value === 'string';

const isPlain = ({ topic, isReliable }: MessageOptions): boolean => topic === undefined && isReliable !== true;

const requestOptions = ({ signal, timeoutMs }: MessageOptions): RequestOptions => ({
  ...(signal && { signal }),
  ...(timeoutMs !== undefined && { timeoutMs }),
});

/** The reliable messages that a conference has received. */
interface Received {
  readonly names: Set<string>;
  /** Frames, and whether they repeat an earlier one. */
  readonly frames: WeakMap<object, boolean>;
}

/** By conference, so that a listener that is added later gets no message a second time. */
const received = new WeakMap<ConferencePort, Received>();

/** True if the frame repeats an earlier one; the same for all listeners that are called with it. */
function isRepeated(port: ConferencePort, frame: object, name: string): boolean {
  const { names, frames } = received.get(port) ?? { names: new Set(), frames: new WeakMap() };
  received.set(port, { names, frames });
  const known = frames.get(frame) ?? names.has(name);
  frames.set(frame, known);
  names.add(name);
  const [oldest] = names;
  if (names.size > MAX_SEEN && oldest !== undefined) names.delete(oldest);
  return known;
}

/** Sends a message with what only servers with the capability know. */
async function sendNamed(
  port: ConferencePort,
  target: { readonly memId?: string; readonly arg: string },
  options: MessageOptions,
): Promise<void> {
  const { topic, isReliable = false, signal, timeoutMs = RELIABLE_TIMEOUT_MS } = options;
  if (topic !== undefined && (topic === '' || topic.length > 64))
    throw argumentError('topic must have 1 to 64 characters');
  if (!port.isGranted(CAPABILITY_MESSAGES)) {
    throw new LecternError('this server relays plain messages to one member alone', { reason: 'unsupported' });
  }
  const { signalling, platform } = port.context;
  const { clock, random } = platform;
  const message = { op: OP_MESSAGE, ...target, ...(topic !== undefined && { topic }) };
  if (!isReliable) return void (await signalling.request(message, requestOptions(options)));
  const until = clock.now() + timeoutMs;
  const named = { ...message, mid: random.uuid() };
  for (;;) {
    try {
      return void (await signalling.request(named, requestOptions({ ...options, timeoutMs: until - clock.now() })));
    } catch (error) {
      // Lost with the socket: sent again at once it waits for the next one in its place, before later messages. The
      // server acknowledges what it has got already.
      const isLost = error instanceof LecternError && error.reason === 'network' && signalling.state !== 'closed';
      if (!isLost || clock.now() >= until) throw error;
      signal?.throwIfAborted();
    }
  }
}

/** Encodes text unchanged, other values as JSON. @throws {LecternError} reason `invalid-argument`. */
function encode(content: unknown): string {
  let text: string | undefined;
  try {
    text = typeof content === 'string' ? content : JSON.stringify(content);
  } catch (cause) {
    throw new LecternError('the content must be text or a JSON value', { reason: 'invalid-argument', cause });
  }
  if (text === undefined) throw new LecternError('a message needs a content', { reason: 'invalid-argument' });
  return text;
}

/**
 * Sends a member text or a JSON value; resolves when the server has relayed it (spec §3, op 1003). Messages that are not
 * `isReliable` are lost with the socket of either side.
 * @throws {LecternError} −507: no such member, or it accepts no messages; −408: not acknowledged in time, or the member
 * is away; −9527: the connection was lost before; reason `unsupported`: a topic or `isReliable` on a server without the
 * capability `messages`.
 */
export async function sendMessage(
  conference: Conference,
  to: MemberRef,
  content: unknown,
  options: MessageOptions = {},
): Promise<void> {
  const arg = encode(content);
  const { port, memId } = targetOf(conference, to, [OP_MESSAGE]);
  if (isPlain(options)) await port.context.signalling.request({ op: OP_MESSAGE, memId, arg }, requestOptions(options));
  else await sendNamed(port, { memId, arg }, options);
}

/**
 * Sends text or a JSON value to all other members who accept messages; resolves when the server has relayed it. Servers
 * without the capability `messages` relay one message to each, and members who are away get none. Members whose role is
 * audience may not send to everybody.
 * @throws {LecternError} −101 for audience; −408, −9527 and `unsupported` as {@link sendMessage}.
 */
export async function broadcastMessage(
  conference: Conference,
  content: unknown,
  options: MessageOptions = {},
): Promise<void> {
  const arg = encode(content);
  const port = conferencePort(conference);
  const { state, members } = port.context.store.now;
  if (state === 'left') throw closedError();
  if (port.isGranted(CAPABILITY_MESSAGES) || !isPlain(options)) return sendNamed(port, { arg }, options);
  const targets = members.filter(({ acceptedOps }) => acceptedOps.includes(OP_MESSAGE));
  const sent = await Promise.allSettled(targets.map(({ id }) => sendMessage(conference, id, content, options)));
  const failed = sent.find(({ status, reason }: { status: string; reason?: LecternError }) => {
    // A member who is away, or left meanwhile, gets none.
    return status === 'rejected' && reason?.reason !== 'refused';
  });
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * Calls the listener for messages of the other members, or for those of one topic; the returned function removes it. A
 * reliable message is delivered once.
 */
export function onMessage(
  conference: Conference,
  listener: (message: MemberMessage) => void,
  { topic: wanted }: { readonly topic?: string } = {},
): Dispose {
  const port = conferencePort(conference);
  return port.handle(OP_MESSAGE, (frame) => {
    const { memId, arg, topic, mid } = frame;
    if (memId === undefined) return;
    if (isText(mid) && isRepeated(port, frame, `${memId} ${mid}`)) return;
    if (wanted !== undefined && topic !== wanted) return;
    const member = port.context.store.now.members.find(({ id }) => id === memId);
    const content = decodeLoose(arg);
    callListener(listener, { memberId: memId, member, content, topic: isText(topic) ? topic : undefined });
  });
}
