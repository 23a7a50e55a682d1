import type { Conference } from '@lectern/rtc';
import { requestControl } from '@lectern/rtc/messages';
import {
  Drawing,
  PointerPen,
  shareDrawing,
  type DrawingShare,
  type Pen,
  type PenStyle,
  type Stroke,
} from '@lectern/rtc/overlay';
import type { ControlHost, PointerAction, RemoteController } from '@lectern/rtc/remote-control';

/** A remote control, as one side of it names it. */
export interface DrawnOn {
  /** The other side. */
  readonly memberId: string;
  readonly streamId: string;
  readonly controlId: string;
}

/** Steps of drawing a stroke, performed in order. */
export type DrawingStep =
  | { readonly do: 'begin'; readonly style: PenStyle; readonly x: number; readonly y: number }
  | { readonly do: 'move'; readonly x: number; readonly y: number }
  | { readonly do: 'end' | 'undo' | 'redo' | 'clear' };

/** Commands for drawing together with another participant. */
export type DrawingCommand =
  | { readonly act: 'share'; readonly on: DrawnOn }
  | { readonly act: 'draw'; readonly steps: readonly DrawingStep[] }
  /** Draws the pointer's actions: the controller those it sends, the other side those it receives. */
  | { readonly act: 'follow'; readonly streamId: string }
  /** Moves a pointer with its left button down: as many places as there are, at once. */
  | { readonly act: 'drag'; readonly streamId: string; readonly places: number }
  /** Says something about a drawing without sharing one. */
  | { readonly act: 'intrude'; readonly on: DrawnOn }
  | { readonly act: 'close' };

/** The drawing as a participant has it. */
export interface DrawingState {
  readonly strokes: readonly Stroke[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** Undefined for a drawing that follows a pointer. */
  readonly sharing: string | undefined;
  readonly refusedWith: number | undefined;
}

/** The drawing of a participant. */
export class DrawingSide {
  #share: DrawingShare | undefined;
  #drawing = new Drawing();
  #pen: Pen | undefined;

  constructor(
    private readonly conference: Conference,
    private readonly remote: RemoteController,
    private readonly host: ControlHost,
  ) {}

  async carryOut(command: DrawingCommand): Promise<unknown> {
    switch (command.act) {
      case 'share':
        this.#share?.close();
        this.#share = shareDrawing(this.conference, command.on);
        this.#drawing = this.#share.drawing;
        return undefined;
      case 'draw':
        for (const step of command.steps) this.#draw(step);
        return undefined;
      case 'follow':
        return this.#follow(command.streamId);
      case 'drag':
        return this.#drag(command.streamId, command.places);
      case 'intrude': {
        const { memberId, streamId, controlId } = command.on;
        const arg = { op2: 31, streamId, cId: controlId, id: 'intruder', sn: 1, ops: [{ clear: 1, at: 1 }] };
        return requestControl(this.conference, memberId, arg);
      }
      case 'close':
        return this.#share?.close();
    }
  }

  state(): DrawingState {
    const { state: sharing, error } = this.#share?.state.getSnapshot() ?? {};
    return { ...this.#drawing.state.getSnapshot(), sharing, refusedWith: error?.code };
  }

  #draw(step: DrawingStep): void {
    if (step.do === 'begin') this.#pen = this.#drawing.begin(step.style, step);
    else if (step.do === 'move') this.#pen?.move(step);
    else if (step.do === 'end') this.#pen?.end();
    else this.#drawing[step.do]();
  }

  #follow(streamId: string): void {
    this.#drawing = new Drawing('pointer');
    const pen = new PointerPen(this.#drawing, { color: '#00aa00', width: 40 });
    const follow = (actions: readonly PointerAction[]): void => actions.forEach((action) => pen.follow(action));
    const control = this.remote.pointer(streamId);
    if (control) control.on('sent', follow);
    else this.host.on('actions', (_, actions) => follow(actions));
  }

  #drag(streamId: string, places: number): void {
    const control = this.remote.pointer(streamId);
    const place = (index: number) => ({ x: index / places, y: (index % 100) / 100 });
    control?.press('left', place(0));
    for (let index = 1; index < places; index++) control?.move(place(index));
    control?.release('left', place(places));
  }
}
