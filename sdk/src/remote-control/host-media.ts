import type { ConferencePort } from '../conference/port.js';
import type { Conference, LocalStream, MemberSnapshot } from '../conference/types.js';
import { throwIfAborted } from '../core/abort.js';
import { IntentQueue } from '../core/intent-queue.js';
import { LecternError } from '../core/errors.js';
import type { WireMessage } from '../protocol/index.js';
import { requestControl } from '../messages/control.js';
import { answer, argOf } from './control-responses.js';
import { Camera, type CameraState } from './camera.js';
import { decodeCommand, encodeState } from './commands.js';
import * as wire from './constants.js';
import { MediaStateNotifier } from './media-state-notifier.js';
import { withPictureTimeout } from './picture-timeout.js';
import { pagePictures, type PicturePort } from './pictures.js';
import { endOf } from './targets.js';
import { MediaControlType, type MediaCommand, type MediaConsent, type MediaRequest } from './types.js';

/** State that others set on one stream of the local member, and the member that changed it last. */
export interface OwnMediaState extends CameraState {
  readonly memberId: string;
}

export interface HostMediaOptions {
  readonly conference: Conference;
  readonly port: ConferencePort;
  /** By default canvases of the page. */
  readonly pictures: PicturePort | undefined;
  readonly allow: (request: MediaRequest) => MediaConsent | Promise<MediaConsent>;
  readonly switchCamera: ((streamId: string) => Promise<unknown>) | undefined;
  readonly onChange: () => void;
  readonly onPicture: (streamId: string, dataUrl: string, memberId: string) => void;
  readonly onDone: (streamId: string, command: MediaCommand, memberId: string) => void;
  /** Receives an exception of the decision. */
  readonly onError: (error: unknown) => void;
}

/** A queued command; its consent may be revoked before its turn. */
interface Turn {
  readonly memberId: string;
  isAllowed: boolean;
}

/** An own stream that others may change. */
interface Own {
  readonly stream: LocalStream;
  readonly camera: Camera;
  readonly commands: IntentQueue;
  /** Members that consented once for the session and are not asked about again. */
  readonly consents: Set<string>;
  /** Commands with consent. */
  readonly turns: Set<Turn>;
  readonly notifier: MediaStateNotifier;
  memberId: string;
}

/** Limit of one member's pending requests for a decision; further ones are refused. */
const MAX_QUESTIONS = 4;

const refusal = (message: string, code = wire.NOT_SUPPORTED): LecternError =>
  new LecternError(message, { reason: 'refused', code });

/** Commands of other members for streams of the local member (op2 20): carried out in order after consent. */
export class HostMedia {
  readonly #options: HostMediaOptions;
  readonly #own = new Map<string, Own>();
  /** Requests that wait for the local member's decision. */
  readonly #questions = new Set<{
    readonly streamId: string;
    readonly memberId: string;
    readonly over: AbortController;
  }>();

  constructor(options: HostMediaOptions) {
    this.#options = options;
  }

  get states(): Readonly<Record<string, OwnMediaState>> {
    const changed = [...this.#own].filter(([, { memberId }]) => memberId !== '');
    return Object.fromEntries(changed.map(([id, { camera, memberId }]) => [id, { ...camera.state, memberId }]));
  }

  /** Members that consented for the session. */
  get members(): readonly string[] {
    return [...new Set([...this.#own.values()].flatMap(({ consents }) => [...consents]))];
  }

  /** Handles a command for a stream of the local member. */
  async handle(message: WireMessage, member: MemberSnapshot, streamId: string): Promise<void> {
    const { port, onDone, onChange } = this.#options;
    const arg = argOf(message);
    try {
      const command = decodeCommand(arg);
      if (!command) throw refusal('not supported');
      const own = this.#find(streamId);
      if (!own.consents.has(member.id)) await this.#ask(own, { streamId, member, command });
      const picture = await this.#inTurn(own, command, member.id, message.tsxId);
      own.memberId = member.id;
      answer(port, message, wire.OK, picture === undefined ? arg : { pic: picture });
      own.notifier.commandApplied(member.id, command);
      own.notifier.changed(own.camera.state);
      onChange();
      onDone(streamId, command, member.id);
    } catch (error) {
      const { code, message: words } = error as LecternError;
      answer(port, message, code !== undefined && code < 0 ? code : wire.NOT_SUPPORTED, arg, words);
    }
  }

  /** Drops state of streams and members that are gone. */
  follow(): void {
    const { port, conference } = this.#options;
    for (const question of this.#questions) {
      if (endOf(port, question.streamId, question.memberId)) this.#close(question);
    }
    for (const [id, own] of this.#own) {
      own.camera.follow();
      if (!conference.state.getSnapshot().streams.some((stream) => stream.id === id)) this.#forget(id, own);
      for (const memberId of own.consents) if (endOf(port, id, memberId)) this.#withdraw(own, memberId);
      own.notifier.keep((memberId) => !endOf(port, id, memberId));
      own.notifier.changed(own.camera.state);
    }
  }

  /** Revokes consents and pending requests of one member, or of all. */
  revoke(memberId: string | undefined): void {
    const isMeant = (id: string): boolean => memberId === undefined || id === memberId;
    for (const question of this.#questions) if (isMeant(question.memberId)) this.#close(question);
    for (const own of this.#own.values()) {
      for (const id of own.consents) if (isMeant(id)) this.#withdraw(own, id);
      for (const turn of own.turns) if (isMeant(turn.memberId)) turn.isAllowed = false;
    }
  }

  /** Resets all changes of the camera. */
  async reset(streamId: string | undefined): Promise<void> {
    const meant = [...this.#own].filter(([id]) => streamId === undefined || id === streamId);
    await Promise.all(meant.map(([, { commands, camera }]) => commands.run('reset', () => camera.reset())));
    for (const [, own] of meant) {
      own.memberId = '';
      own.notifier.changed(own.camera.state);
    }
    this.#options.onChange();
  }

  close(): void {
    this.revoke(undefined);
    for (const [id, own] of this.#own) this.#forget(id, own);
  }

  #find(streamId: string): Own {
    const { conference, port, pictures = pagePictures, onChange } = this.#options;
    const known = this.#own.get(streamId);
    const snapshot = conference.state.getSnapshot().streams.find(({ id }) => id === streamId);
    const stream = snapshot && conference.localStream(snapshot.type);
    if (stream?.id !== streamId) throw refusal(`there is no stream ${streamId} here`);
    if (known?.stream === stream) return known;
    if (known) this.#forget(streamId, known);
    const { media, clock } = port.context.platform;
    const constraints = media?.getSupportedConstraints?.() ?? {};
    const camera = new Camera(stream, withPictureTimeout(pictures, clock), constraints, onChange);
    const notifier = new MediaStateNotifier((memberId, state) => {
      // A member that does not support this message, e.g. a deployed client, keeps its last known state.
      void requestControl(conference, memberId, encodeState(streamId, state)).catch(() => undefined);
    });
    const own: Own = {
      stream,
      camera,
      commands: new IntentQueue(),
      consents: new Set(),
      turns: new Set(),
      notifier,
      memberId: '',
    };
    this.#own.set(streamId, own);
    return own;
  }

  async #ask(own: Own, request: Omit<MediaRequest, 'signal'>): Promise<void> {
    const { allow, port, onChange, onError } = this.#options;
    const memberId = request.member.id;
    const waiting = [...this.#questions].filter((question) => question.memberId === memberId);
    if (waiting.length >= MAX_QUESTIONS) throw refusal('too many questions at a time', wire.BUSY);
    const over = new AbortController();
    const question = { streamId: request.streamId, memberId, over };
    this.#questions.add(question);
    const stop = port.context.platform.clock.after(wire.CONTROL_SILENCE_MS, () => this.#close(question));
    let consent: MediaConsent = false;
    try {
      consent = await Promise.race([allow({ ...request, signal: over.signal }), untilAborted(over.signal)]);
    } catch (error) {
      throwIfAborted(over.signal);
      onError(error);
    } finally {
      stop();
      this.#questions.delete(question);
    }
    if (consent !== true && consent !== 'session') throw refusal('rejected', wire.REJECTED);
    if (consent === true) return;
    own.consents.add(memberId);
    onChange();
  }

  async #inTurn(own: Own, command: MediaCommand, memberId: string, tsxId = ''): Promise<string | undefined> {
    // Every capture is carried out; of other waiting commands of a kind only the last one is.
    const tag = command.kind === 'capture' ? `capture ${tsxId}` : command.kind;
    const turn: Turn = { memberId, isAllowed: true };
    own.turns.add(turn);
    try {
      return await own.commands.run(tag, () => {
        if (!turn.isAllowed) throw refusal('rejected', wire.REJECTED);
        return this.#do(own, command, memberId);
      });
    } finally {
      own.turns.delete(turn);
    }
  }

  /** Carries out a command; resolves with the image for the answer, if there is one. */
  async #do(own: Own, command: MediaCommand, memberId: string): Promise<string | undefined> {
    if (command.kind !== 'capture') {
      await this.#change(own, command);
      return undefined;
    }
    const picture = await own.camera.capture();
    this.#options.onPicture(own.stream.id, picture, memberId);
    return command.inAnswer ? picture : undefined;
  }

  async #change({ stream, camera }: Own, command: Exclude<MediaCommand, { kind: 'capture' }>): Promise<void> {
    const { switchCamera } = this.#options;
    switch (command.kind) {
      case 'freeze':
        return camera.freeze(command.isOn);
      case 'torch':
        return camera.torch(command.isOn);
      case 'zoom':
        return camera.zoom(command.factor);
      case 'focus':
        return camera.focus(command.x, command.y, command.focus, command.exposure);
      case 'switch-camera':
        if (!switchCamera) throw refusal('not supported');
        await camera.reset();
        await switchCamera(stream.id);
        return;
      default:
        return MEDIA_CONTROL[command.type](stream);
    }
  }

  #withdraw(own: Own, memberId: string): void {
    own.consents.delete(memberId);
    this.#options.onChange();
  }

  #close(question: { readonly over: AbortController }): void {
    question.over.abort(refusal('nobody waits for the decision any more', wire.TIMED_OUT));
  }

  #forget(id: string, own: Own): void {
    own.commands.close();
    this.#own.delete(id);
    this.#options.onChange();
  }
}

const MEDIA_CONTROL: Readonly<Record<MediaControlType, (stream: LocalStream) => Promise<void>>> = {
  [MediaControlType.MuteAudio]: (stream) => stream.muteAudio(),
  [MediaControlType.UnmuteAudio]: (stream) => stream.unmuteAudio(),
  [MediaControlType.MuteVideo]: (stream) => stream.muteVideo(),
  [MediaControlType.UnmuteVideo]: (stream) => stream.unmuteVideo(),
};

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
