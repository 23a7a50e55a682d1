import { Role, type Conference, type PublishOptions } from '@lectern/rtc';
import { constraintsFor, type LocalMedia, type SourceKind } from './local-media.js';

type MakeStream = (tracks: MediaStreamTrack[]) => MediaStream;

/**
 * Publishes the own media in one class, starting with the tracks of the lobby. A camera that is turned off is released,
 * so that its light goes out.
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

  /**
   * Publishes the tracks that the lobby left open, once; the audience may not publish, so its devices are released.
   * Resolves without effect if there are none.
   */
  start(): Promise<void> {
    this.#started ??= this.#enqueue(async () => {
      await this.#media.ready();
      const { state, role } = this.#conference.state.getSnapshot();
      if (state === 'left') return;
      const { isMicrophoneMuted } = this.#media.state.getSnapshot();
      const wanted = this.#wanted();
      const tracks = this.#media.handOver();
      if (tracks.length === 0) return;
      if (role === Role.Audience) {
        for (const track of tracks) track.stop();
        return;
      }
      await this.#conference.publish({ ...wanted, media: this.#makeStream(tracks), audioMuted: isMicrophoneMuted });
    });
    return this.#started;
  }

  /** Unmutes or mutes a source; unmuting publishes it first if needed. @throws the errors of `publish()` */
  set(kind: SourceKind, isOn: boolean): Promise<void> {
    return this.#enqueue(() => this.#set(kind, isOn));
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const result = this.#last.then(work);
    // A failure is reported to its caller and does not stop the queue.
    this.#last = result.catch(() => undefined);
    return result;
  }

  async #set(kind: SourceKind, isOn: boolean): Promise<void> {
    const stream = this.#conference.localStream();
    if (stream) {
      if (kind === 'microphone') await (isOn ? stream.unmuteAudio() : stream.muteAudio());
      else await (isOn ? stream.unmuteVideo() : stream.muteVideo({ release: true }));
    } else if (isOn) {
      const { audio = true, video = true } = this.#wanted();
      await this.#conference.publish(kind === 'microphone' ? { audio, video: false } : { audio: false, video });
    }
  }

  /** Constraints for a device that the lobby did not open. */
  #wanted(): Pick<PublishOptions, 'audio' | 'video'> {
    const { camera, microphone } = this.#media.state.getSnapshot();
    return { ...constraintsFor.camera(camera.deviceId), ...constraintsFor.microphone(microphone.deviceId) };
  }
}
