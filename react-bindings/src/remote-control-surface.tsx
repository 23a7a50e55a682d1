import type { PenStyle } from '@lectern/rtc/overlay';
import { captureInput, type InputTarget, type PointerControl } from '@lectern/rtc/remote-control';
import {
  useEffect,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type CSSProperties,
  type ReactElement,
} from 'react';
import type { ControlBoard } from './control-boards.js';
import type { RemoteControl } from './remote-control.js';
import { useSelected } from './selected.js';

/** Props of {@link RemoteControlSurface}; all others are passed to the `div` around the video. */
export interface RemoteControlSurfaceProps extends ComponentPropsWithoutRef<'div'> {
  readonly control: RemoteControl | undefined;
  /** Id of the stream that is shown. */
  readonly streamId: string;
  /** True if the video is mirrored. */
  readonly mirrored?: boolean;
  /**
   * Effect of mouse, touch, wheel and keys while the stream is controlled here: `point` sends them to its owner, `draw`
   * draws (with arrows and space bar, too) and sends only the position of the pointer. By default `point`.
   */
  readonly mode?: 'point' | 'draw';
  /** Style of the next strokes. */
  readonly pen?: PenStyle;
  /** Keys that are sent in mode `point`; all by default. Escape is never sent: it leaves the surface. */
  readonly keyboard?: boolean | ((event: KeyboardEvent) => boolean);
  /** Name of the surface for assistive technology; include how to leave it. */
  readonly label?: string;
  /** The user left the surface by Escape; no element has the focus, and Tab continues after the surface. */
  readonly onLeave?: () => void;
}

const COVER: CSSProperties = { position: 'absolute', inset: 0, width: '100%', height: '100%' };
const CANVAS: CSSProperties = { ...COVER, pointerEvents: 'none' };
const SURFACE: CSSProperties = { ...COVER, touchAction: 'none' };

/** Escape leaves the surface; with Shift it is sent like other keys. */
const isWayOut = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'Escape' && !shiftKey;

const nothing = (): void => undefined;

/** Forwards only moves of the pointer. */
const movesOf = (pointer: PointerControl): InputTarget => ({
  move: (point) => pointer.move(point),
  ...{ press: nothing, release: nothing, wheel: nothing, key: nothing },
});

interface Elements {
  readonly video: HTMLVideoElement;
  readonly canvas: HTMLCanvasElement;
  /** Only if the stream is controlled here. */
  readonly surface: HTMLDivElement | null;
}

interface Shown {
  readonly board: ControlBoard;
  readonly control: RemoteControl;
  readonly mirrored: boolean;
  readonly mode: 'point' | 'draw';
  /** Latest props. */
  readonly props: { readonly current: Pick<RemoteControlSurfaceProps, 'pen' | 'keyboard' | 'onLeave'> };
}

/** Renders a board over a video and, for the controller, captures its input; the returned function ends both. */
function connect({ video, canvas, surface }: Elements, { board, control, mirrored, mode, props }: Shown): () => void {
  const overlay = board.show(canvas, video, mirrored);
  const pointer = control.remote.pointer(board.pointer.streamId);
  if (!surface || !pointer) return () => overlay.close();

  const draws = mode === 'draw' && board.isShared;
  const takes = (event: KeyboardEvent): boolean => {
    const { keyboard = true } = props.current;
    return !draws && !isWayOut(event) && (typeof keyboard === 'function' ? keyboard(event) : keyboard);
  };
  const leave = (event: KeyboardEvent): void => {
    if (!isWayOut(event)) return;
    event.preventDefault();
    event.stopPropagation();
    surface.blur();
    props.current.onLeave?.();
  };
  surface.addEventListener('keydown', leave);
  const stops = [
    captureInput(draws ? movesOf(pointer) : pointer, { video, surface, isMirrored: mirrored, keyboard: takes }),
    draws ? board.capture(overlay, surface, () => props.current.pen ?? {}) : nothing,
    () => surface.removeEventListener('keydown', leave),
    () => overlay.close(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Renders a remote control over the video of its stream: on both sides the controller's pointer and the drawing, and
 * for the controller a surface for mouse, touch, wheel and keyboard. Its one child is the video (`<VideoView>`), which
 * must fill it; without a remote control only the child is rendered.
 *
 * The surface can be reached by Tab. While it has the focus keys go to the other side, Tab too; Escape leads out of it
 * (Shift+Escape is sent). It is marked `data-control-surface`, the canvas `data-control-canvas`.
 *
 * @example
 * <RemoteControlSurface control={control} streamId={stream.id} mode="draw" pen={{ color: '#0000ff' }}>
 *   <VideoView stream={stream} style={{ width: '100%', height: '100%' }} />
 * </RemoteControlSurface>
 */
export function RemoteControlSurface({
  control,
  streamId,
  mirrored = false,
  mode = 'point',
  pen,
  keyboard = true,
  label = 'Remote control; Escape leaves it',
  onLeave,
  style,
  children,
  ...props
}: RemoteControlSurfaceProps): ReactElement {
  const board = useSelected(control, ({ boards }) => boards[streamId]);
  const isController = useSelected(control, ({ pointers }) => pointers[streamId]?.state === 'controlling') ?? false;
  const box = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  const [surface, setSurface] = useState<HTMLDivElement | null>(null);
  const latest = useRef<Shown['props']['current']>({});
  useEffect(() => {
    latest.current = { pen, keyboard, onLeave } as Shown['props']['current'];
  });

  useEffect(() => {
    const video = box.current?.querySelector('video');
    if (!control || !board || !video || !canvas || (isController && !surface)) return undefined;
    return connect({ video, canvas, surface }, { board, control, mirrored, mode, props: latest });
  }, [control, board, canvas, surface, isController, mirrored, mode]);

  return (
    <div {...props} ref={box} style={{ position: 'relative', ...style }}>
      {children}
      {board && <canvas ref={setCanvas} data-control-canvas="" aria-hidden style={CANVAS} />}
      {board && isController && (
        <div
          ref={setSurface}
          data-control-surface=""
          role="application"
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- everything that is done to it goes to the other side
          tabIndex={0}
          style={SURFACE}
        />
      )}
    </div>
  );
}
