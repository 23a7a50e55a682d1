import type { Dispose } from '../core/clock.js';
import type { Link } from '../link/link.js';
import { CAPABILITY_LAYERS, OP_PICTURE_NEED } from '../protocol/index.js';
import { argumentError, type ConferenceContext } from './context.js';
import type { VideoQuality } from './types.js';

const MAX_HEIGHT = 16_384;

/** Size in which one subscription needs its picture: set by the application, or that of the elements that show it. */
export class PictureNeed {
  readonly #context: ConferenceContext;
  readonly #link: () => Link;
  /** Heights of attached elements in device pixels; 0 for hidden ones. */
  readonly #shown = new Map<HTMLMediaElement, number>();
  #set: VideoQuality | undefined;
  #sent = '';

  constructor(context: ConferenceContext, link: () => Link) {
    this.#context = context;
    this.#link = link;
  }

  /** @throws {LecternError} reason `invalid-argument` for a height that is none */
  set(quality: VideoQuality): void {
    const { height = 0 } = quality;
    if (!(height >= 0 && height <= MAX_HEIGHT)) throw argumentError(`height must be from 0 to ${MAX_HEIGHT}`);
    this.#set = quality;
    this.#tell();
  }

  /** Follows the size of an element that shows the picture; the returned function ends that. */
  watch(element: HTMLMediaElement): Dispose {
    let stop: Dispose = () => undefined;
    let isOver = false;
    if (this.#context.policy.simulcast) {
      void import('./shown-height.js').then(
        ({ watchHeight }) => {
          if (isOver) return;
          stop = watchHeight(element, (height) => {
            this.#shown.set(element, height);
            this.#tell();
          });
        },
        () => undefined,
      );
    }
    return () => {
      isOver = true;
      stop();
      if (this.#shown.delete(element)) this.#tell();
    };
  }

  /** Sends the need of a new channel; the largest size needs no message. */
  send(): void {
    this.#sent = '{}';
    this.#tell();
  }

  #tell(): void {
    const link = this.#link();
    if (link.state !== 'linked' || !this.#context.isGranted(CAPABILITY_LAYERS)) return;
    const body = this.#body();
    const text = JSON.stringify(body);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#context.signalling.request({ op: OP_PICTURE_NEED, rtcId: link.rtcId, ...body }).catch(() => undefined);
  }

  #body(): { readonly h?: number; readonly pin?: 1 } {
    const shown = this.#shown.size === 0 ? undefined : Math.max(...this.#shown.values());
    const height = this.#set?.height ?? shown;
    return { ...(height !== undefined && { h: Math.round(height) }), ...(this.#set?.isPinned === true && { pin: 1 }) };
  }
}
