import type { Conference, PublishOptions } from '@lectern/rtc';
import type { LocalMedia, SourceKind } from './local-media.js';

type MakeStream = (tracks: MediaStreamTrack[]) => MediaStream;

/**
 * Sends the own media into one class. Switching follows the order of the calls. The tracks stay the property of
 * {@link LocalMedia}.
 */
export class Publisher {
  readonly #conference: Conference;
  readonly #media: LocalMedia;
  readonly #makeStream: MakeStream;
  #started: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(conference: Conference, media: LocalMedia, makeStream: MakeStream = (tracks) => new MediaStream(tracks)) {
    this.#conference = conference;
    this.#media = media;
    this.#makeStream = makeStream;
  }

  /** Publishes what is open, as the lobby left it; once. Resolves without doing anything where nothing is open. */
  start(): Promise<void> {
    this.#started ??= this.#enqueue(async () => {
      await this.#media.ready();
      await this.#publish({ audioMuted: this.#media.state.getSnapshot().isMicrophoneMuted });
    });
    return this.#started;
  }

  /** Lets the others hear or see the local member, or not. @throws what publishing throws. */
  set(kind: SourceKind, isOn: boolean): Promise<void> {
    return this.#enqueue(() => this.#set(kind, isOn));
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work);
    // The next one runs whatever became of this one; its caller hears of it.
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #set(kind: SourceKind, isOn: boolean): Promise<void> {
    const stream = this.#conference.localStream();
    const isAudio = kind === 'microphone';
    const sent = isAudio ? stream?.mediaStream.getAudioTracks() : stream?.mediaStream.getVideoTracks();
    const isSent = sent?.some((track) => track.readyState === 'live') === true;
    if (isAudio) this.#media.setMicrophoneMuted(!isOn);
    if (stream && isSent) {
      if (isAudio) await (isOn ? stream.unmuteAudio() : stream.muteAudio());
      else await (isOn ? stream.unmuteVideo() : stream.muteVideo());
      return;
    }
    if (!isOn) return;

    await this.#media.start(kind);
    if (this.#media.state.getSnapshot()[kind].state !== 'on') return;
    // A kind that was not captured before can not be added to a publication: it is made anew.
    const { audioMuted = true, videoMuted = false } = stream?.snapshot ?? {};
    await stream?.unpublish();
    await this.#publish(isAudio ? { audioMuted: false, videoMuted } : { audioMuted, videoMuted: false });
  }

  async #publish(options: PublishOptions): Promise<void> {
    const tracks = this.#media.tracks();
    const isOver = this.#conference.state.getSnapshot().state === 'left';
    if (tracks.length === 0 || isOver) return;
    await this.#conference.publish({ ...options, media: this.#makeStream(tracks), keepMedia: true });
  }
}
