import type { Conference, Dispose } from '@lectern/rtc';
import type { Drawing, DrawingShare, OverlayCanvas, PenStyle, PointerPen, PointerTrail } from '@lectern/rtc/overlay';
import type { ControlHost, PointerAction, PointerSnapshot, RemoteController } from '@lectern/rtc/remote-control';

type Overlay = typeof import('@lectern/rtc/overlay');

/** Drawing and pointer over the stream of one remote control; the same on both sides. */
export interface ControlBoard {
  readonly pointer: PointerSnapshot;
  readonly drawing: Drawing;
  /** Trail of the controller's pointer. */
  readonly trail: PointerTrail;
  /**
   * True if the other side draws too. Otherwise, e.g. with a deployed client, only the controller's left button draws.
   */
  readonly isShared: boolean;
  /** Renders the board in a canvas over the video. */
  show(canvas: HTMLCanvasElement, video: HTMLVideoElement, isMirrored: boolean): OverlayCanvas;
  /** Lets the user draw. */
  capture(overlay: OverlayCanvas, surface: HTMLElement, style: () => PenStyle): Dispose;
}

function shareOf(overlay: Overlay, conference: Conference, pointer: PointerSnapshot): DrawingShare | undefined {
  const { memberId, streamId, controlId } = pointer;
  try {
    return overlay.shareDrawing(conference, { memberId, streamId, controlId });
  } catch {
    // The other side does not support drawing.
    return undefined;
  }
}

/** A board with its resources. */
class OpenBoard implements ControlBoard {
  readonly drawing: Drawing;
  readonly trail: PointerTrail;
  readonly pointer: PointerSnapshot;
  readonly #overlay: Overlay;
  readonly #share: DrawingShare | undefined;
  readonly #pen: PointerPen | undefined;

  constructor(overlay: Overlay, conference: Conference, pointer: PointerSnapshot) {
    this.#overlay = overlay;
    this.pointer = pointer;
    this.trail = new overlay.PointerTrail();
    this.#share = shareOf(overlay, conference, pointer);
    this.drawing = this.#share?.drawing ?? new overlay.Drawing();
    this.#pen = this.#share ? undefined : new overlay.PointerPen(this.drawing);
  }

  get isShared(): boolean {
    return this.#share !== undefined;
  }

  /** Draws the pointer's actions if the drawing is not shared. */
  draw(actions: readonly PointerAction[]): void {
    for (const action of actions) this.#pen?.follow(action);
  }

  show(canvas: HTMLCanvasElement, video: HTMLVideoElement, isMirrored: boolean): OverlayCanvas {
    const { drawing, trail } = this;
    return new this.#overlay.OverlayCanvas({ canvas, video, isMirrored, drawing, trail });
  }

  capture(overlay: OverlayCanvas, surface: HTMLElement, style: () => PenStyle): Dispose {
    const { drawing, trail } = this;
    return this.#overlay.captureDrawing({ surface, overlay, drawing, style, trail });
  }

  close(): void {
    this.#pen?.end();
    this.#share?.close();
  }
}

const isOn = ({ state }: PointerSnapshot): boolean => state === 'controlling';

export interface ControlBoardsOptions {
  readonly conference: Conference;
  readonly remote: RemoteController;
  readonly host: ControlHost;
  readonly onChange: () => void;
  /** Receives an error of loading the drawing code. */
  readonly onError: (error: unknown) => void;
}

/** Boards of all current remote controls, of either side. The drawing code is loaded on the first request for one. */
export class ControlBoards {
  readonly #options: ControlBoardsOptions;
  /** Open boards by control id. */
  readonly #open = new Map<string, { readonly board: OpenBoard; readonly stop: readonly Dispose[] }>();
  readonly #stop: readonly Dispose[];
  #overlay: Overlay | undefined;
  #loading: Promise<void> | undefined;
  #isClosed = false;
  #byStream: Readonly<Record<string, ControlBoard>> = {};

  constructor(options: ControlBoardsOptions) {
    this.#options = options;
    const { remote, host } = options;
    const follow = (): void => this.#follow();
    this.#stop = [remote.state.subscribe(follow), host.state.subscribe(follow)];
  }

  /** By stream id; a new object when one is added or removed. */
  get byStream(): Readonly<Record<string, ControlBoard>> {
    return this.#byStream;
  }

  /** Idempotent. */
  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stop) stop();
    for (const id of [...this.#open.keys()]) this.#drop(id);
    this.#byStream = {};
  }

  #follow(): void {
    const { remote, host } = this.#options;
    const pointers = [...Object.values(remote.state.getSnapshot().pointers), ...host.state.getSnapshot().pointers];
    const wanted = pointers.filter(isOn);
    const gone = [...this.#open.keys()].filter((id) => wanted.every(({ controlId }) => controlId !== id));
    const fresh = this.#overlay ? wanted.filter(({ controlId }) => !this.#open.has(controlId)) : [];
    if (pointers.length > 0) void this.#load();
    for (const id of gone) this.#drop(id);
    for (const pointer of fresh) this.#begin(pointer);
    if (gone.length === 0 && fresh.length === 0) return;
    this.#byStream = Object.fromEntries([...this.#open.values()].map(({ board }) => [board.pointer.streamId, board]));
    this.#options.onChange();
  }

  #begin(pointer: PointerSnapshot): void {
    if (!this.#overlay) return;
    const { conference, remote, host } = this.#options;
    const { streamId, controlId } = pointer;
    const board = new OpenBoard(this.#overlay, conference, pointer);
    const control = remote.pointer(streamId);
    const stop =
      control?.controlId === controlId
        ? [control.on('action', (action) => board.trail.follow(action)), control.on('sent', (sent) => board.draw(sent))]
        : [
            host.on('actions', (by, actions) => {
              if (by.controlId !== controlId || by.streamId !== streamId) return;
              for (const action of actions) board.trail.follow(action);
              board.draw(actions);
            }),
          ];
    this.#open.set(controlId, { board, stop });
  }

  #drop(controlId: string): void {
    const { board, stop } = this.#open.get(controlId) ?? {};
    for (const dispose of stop ?? []) dispose();
    board?.close();
    this.#open.delete(controlId);
  }

  async #load(): Promise<void> {
    this.#loading ??= import('@lectern/rtc/overlay').then((overlay) => void (this.#overlay = overlay));
    if (this.#overlay) return;
    try {
      await this.#loading;
      if (!this.#isClosed) this.#follow();
    } catch (error) {
      // The next control loads again.
      this.#loading = undefined;
      if (!this.#isClosed) this.#options.onError(error);
    }
  }
}
