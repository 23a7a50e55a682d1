import type { Clock } from '@lectern/kit/clock';
import type { RegionStyle } from '../config.js';
import { PictureDecoder, type DecoderShape } from './decoder.js';
import type { CodedFrame } from './frames.js';
import { placeholder, resized, type Picture } from './planes.js';

/** Pause before a failed decoder is replaced. */
const RESTART_MS = 1_000;
/** Limit of decoded frames that are not due yet. */
const MAX_EARLY = 12;

export interface ViewerPorts {
  readonly ffmpegPath: string;
  readonly clock: Clock;
  /** 0xRRGGBB */
  readonly background: number;
  /** The publisher must send a keyframe. */
  refresh(): void;
  log(message: string): void;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly style: RegionStyle;
}

/** Current image of one stream in its region; there is always one. */
export class StreamViewer {
  #size: Size;
  #active: PictureDecoder | undefined;
  /** Replaces the active decoder with its first frame. */
  #next: PictureDecoder | undefined;
  #restartAt = -Infinity;
  #isMuted = false;
  #shown: Picture | undefined;
  #early: { readonly picture: Picture; readonly dueMs: number }[] = [];
  #placeholder: Picture | undefined;

  constructor(
    size: Size,
    private readonly ports: ViewerPorts,
  ) {
    this.#size = size;
  }

  /** The current image stays in view until a decoder delivers the new size. */
  resize(size: Size): void {
    const { width, height, style } = this.#size;
    if (size.width === width && size.height === height && size.style === style) return;
    this.#size = size;
    this.#placeholder = undefined;
    this.#early = [];
    if (this.#shown !== undefined) this.#shown = resized(this.#shown, size.width, size.height);
    this.#close(this.#next);
    this.#next = undefined;
    if (this.#active !== undefined) this.ports.refresh();
  }

  setMuted(isMuted: boolean): void {
    if (isMuted === this.#isMuted) return;
    this.#isMuted = isMuted;
    this.#shown = undefined;
    this.#early = [];
    this.#active?.forget();
    this.#next?.forget();
  }

  feed(frame: CodedFrame, dueMs: number): void {
    this.#prepare(frame);
    const isTaken = [this.#active, this.#next].map((decoder) => decoder?.decode(frame, dueMs) ?? true);
    if (isTaken.includes(false)) this.ports.refresh();
    for (const decoder of [this.#active, this.#next]) {
      if (decoder?.isFrozen === true) this.#lose(decoder, 'it does not decode any more');
    }
  }

  /** The newest frame that is due. */
  at(nowMs: number): Picture {
    while (this.#early[0] !== undefined && this.#early[0].dueMs <= nowMs) this.#shown = this.#early.shift()?.picture;
    const { width, height } = this.#size;
    if (this.#isMuted || this.#shown === undefined) return (this.#placeholder ??= placeholder(width, height));
    return this.#shown;
  }

  close(): void {
    this.#close(this.#active);
    this.#close(this.#next);
    this.#active = this.#next = undefined;
  }

  /** Ensures that there is a decoder of this codec and size. */
  #prepare({ codec }: CodedFrame): void {
    const shape: DecoderShape = { codec, ...this.#size, background: this.ports.background };
    if (this.#active === undefined && this.#next === undefined && this.ports.clock.now() < this.#restartAt) return;
    if (this.#active !== undefined && this.#active.shape.codec !== codec) {
      this.#close(this.#active);
      this.#active = undefined;
    }
    if (this.#next !== undefined && !sameShape(this.#next.shape, shape)) {
      this.#close(this.#next);
      this.#next = undefined;
    }
    if (this.#next !== undefined || (this.#active !== undefined && sameShape(this.#active.shape, shape))) return;
    this.#next = this.#start(shape);
  }

  #start(shape: DecoderShape): PictureDecoder {
    const { ffmpegPath, clock } = this.ports;
    const decoder: PictureDecoder = new PictureDecoder(ffmpegPath, shape, clock, {
      picture: (picture, dueMs) => this.#decoded(decoder, picture, dueMs),
      gone: (reason) => this.#lose(decoder, reason),
    });
    return decoder;
  }

  #decoded(decoder: PictureDecoder, picture: Picture, dueMs: number): void {
    if (decoder === this.#next) {
      this.#close(this.#active);
      this.#active = decoder;
      this.#next = undefined;
    }
    const { width, height } = this.#size;
    // A frame in the previous size, or after its stream was muted.
    if (decoder !== this.#active || this.#isMuted) return;
    const fits = picture.width === width && picture.height === height;
    this.#early.push({ picture: fits ? picture : resized(picture, width, height), dueMs });
    if (this.#early.length > MAX_EARLY) this.#shown = this.#early.shift()?.picture;
  }

  #lose(decoder: PictureDecoder, reason: string): void {
    if (decoder !== this.#active && decoder !== this.#next) return;
    if (decoder === this.#active) this.#active = undefined;
    else this.#next = undefined;
    this.#close(decoder);
    this.#restartAt = this.ports.clock.now() + RESTART_MS;
    this.ports.log(`a decoder is gone: ${reason}`);
    this.ports.refresh();
  }

  #close(decoder: PictureDecoder | undefined): void {
    decoder?.close();
  }
}

const sameShape = (a: DecoderShape, b: DecoderShape): boolean =>
  a.codec === b.codec && a.width === b.width && a.height === b.height && a.style === b.style;
