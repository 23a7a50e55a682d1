import { MediaRelay, SignallingProxy, throughRelay, type Impairment } from '../../impairment/index.js';
import { eventually } from '../../support/index.js';
import { asToldBy } from '../account.js';
import type { Classroom } from '../classroom.js';
import type { ParticipantState } from '../commands.js';
import { HeadlessParticipant } from '../headless-participant.js';

/** Small and slow enough for many participants on a small machine. */
const CAMERA = { width: 160, height: 120, framesPerSecond: 8 };

/** The intended state of a member, to which the view of the others must converge. */
export interface Intent {
  readonly isInside: boolean;
  readonly isAudioMuted: boolean;
  readonly isVideoMuted: boolean;
}

const FRESH: Intent = { isInside: true, isAudioMuted: false, isVideoMuted: false };

/** A participant behind a network of its own, with its intended state. */
export class SoakMember {
  intent: Intent = { ...FRESH, isInside: false };

  /** @param sender its number in video and audio, from 1 on */
  static async start(sender: number, serverUrl: string, impairment: Impairment): Promise<SoakMember> {
    const relay = new MediaRelay({ seed: sender, up: impairment, down: impairment });
    const proxy = await SignallingProxy.start(serverUrl);
    proxy.rewrite(throughRelay(relay));
    const participant = await HeadlessParticipant.start(`member${sender}`, sender, CAMERA);
    return new SoakMember(participant, proxy, relay);
  }

  private constructor(
    readonly participant: HeadlessParticipant,
    private readonly proxy: SignallingProxy,
    private readonly relay: MediaRelay,
  ) {}

  get name(): string {
    return this.participant.name;
  }

  get sender(): number {
    return this.participant.sender;
  }

  async enter(classroom: Classroom): Promise<void> {
    await classroom.join(this.participant, { serverUrl: this.proxy.url });
    this.intent = FRESH;
  }

  async leave(): Promise<void> {
    this.intent = { ...this.intent, isInside: false };
    await this.participant.tell('leave', { close: false });
  }

  async setAudioMuted(isAudioMuted: boolean): Promise<void> {
    await this.participant.tell(isAudioMuted ? 'muteAudio' : 'unmuteAudio');
    this.intent = { ...this.intent, isAudioMuted };
  }

  async setVideoMuted(isVideoMuted: boolean): Promise<void> {
    await this.participant.tell(isVideoMuted ? 'muteVideo' : 'unmuteVideo');
    this.intent = { ...this.intent, isVideoMuted };
  }

  async publishAnew(): Promise<void> {
    await this.participant.tell('unpublish');
    await this.participant.tell('publish', { audio: true, video: true });
    this.intent = FRESH;
  }

  /** Loses the signalling socket and waits until the conference is as it was. */
  async loseSocket(how: 'fin' | 'reset'): Promise<void> {
    const before = this.proxy.attempts;
    this.proxy.cut(how);
    await eventually(
      `${this.name} connecting again`,
      () => this.proxy.attempts,
      (attempts) => attempts > before,
    );
    await this.#isJoined();
  }

  /** The machine loses its network and finds it again: signalling and media both. */
  async loseNetwork(): Promise<void> {
    this.relay.startOutage();
    await this.participant.tell('setOnline', { online: false });
    await eventually(
      `${this.name} noticing it`,
      () => this.#state(),
      ({ signalling }) => signalling === 'offline',
    );
    this.relay.endOutage();
    await this.participant.tell('setOnline', { online: true });
    await this.#isJoined();
  }

  /** Waits until this member sees another one in its intended state. */
  async seesAsMeant(other: SoakMember): Promise<void> {
    const seeing = eventually(
      `${this.name} seeing ${other.name} as ${JSON.stringify(other.intent)}`,
      () => this.#state(),
      (state) => isAsMeant(state, other),
    );
    await asToldBy([this.participant, other.participant], seeing);
  }

  async close(): Promise<void> {
    await this.participant.close();
    await this.proxy.close();
    await this.relay.close();
  }

  #state(): Promise<ParticipantState> {
    return this.participant.tell('state');
  }

  async #isJoined(): Promise<void> {
    await eventually(
      `${this.name} being back`,
      () => this.#state(),
      ({ conference }) => conference === 'joined',
    );
  }
}

const isAsMeant = ({ members, streams }: ParticipantState, { name, intent }: SoakMember): boolean => {
  const isThere = members.some((member) => member.name.endsWith(`_${name}`));
  const own = streams.filter(({ memberName }) => memberName.endsWith(`_${name}`));
  if (!intent.isInside) return !isThere && own.length === 0;
  const [stream] = own;
  return (
    isThere &&
    own.length === 1 &&
    stream!.link === 'linked' &&
    stream!.audioMuted === intent.isAudioMuted &&
    stream!.videoMuted === intent.isVideoMuted
  );
};
