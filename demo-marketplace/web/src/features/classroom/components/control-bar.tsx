import { StreamType, type StreamSnapshot } from '@lectern/rtc';
import { useMember, useSelected, useStream } from '@lectern/react';
import { Eraser, MousePointer2, Pencil, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Spinner } from '../../../ui/spinner.js';
import { useControl, useControlState, useControlTools } from '../hooks/use-control.js';
import { PEN_COLORS, PEN_WIDTHS, type PenColor, type PenWidth } from '../lib/control-tools.js';
import { nameOf } from '../lib/names.js';

const COLORS = Object.keys(PEN_COLORS) as PenColor[];
const WIDTHS = Object.keys(PEN_WIDTHS) as PenWidth[];
/** Diameter of the dot that represents each pen width, in CSS pixels. */
const DOT_SIZES: Readonly<Record<PenWidth, number>> = { thin: 5, medium: 10, thick: 18 };

const TOOL =
  'flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-xl px-2 text-sm hover:bg-white/15 aria-pressed:bg-white/25 disabled:opacity-40';

/** One text, so that nothing renders but when a control begins, is granted or ends. */
const askedOf = ({ pointers }: { readonly pointers: Readonly<Record<string, { readonly state: string }>> }): string =>
  Object.keys(pointers).join('\n');

/** One row for each controlled or requested stream, with the member's name and the tools. */
export function ControlBars(): ReactElement | null {
  const ids = useControlState(askedOf) ?? '';
  if (ids === '') return null;
  return (
    <div className="flex shrink-0 flex-col gap-1 px-2 pt-2 sm:px-4">
      {ids.split('\n').map((id) => (
        <ControlBar key={id} streamId={id} />
      ))}
    </div>
  );
}

const isScreen = (stream: StreamSnapshot | undefined): boolean => stream?.type === StreamType.Desktop;

function ControlBar({ streamId }: { readonly streamId: string }): ReactElement {
  const t = useText();
  const control = useControl();
  const state = useControlState(({ pointers }) => pointers[streamId]?.state);
  const isShared = useControlState(({ boards }) => boards[streamId]?.isShared);
  const stream = useStream(streamId);
  const member = useMember(stream?.memberId ?? '');
  const name = member?.displayName ?? nameOf({ nickName: '', name: stream?.memberName ?? '' });
  const { mode } = useControlTools();
  const isWaiting = state === 'requesting';
  const text = isWaiting
    ? t('room.control.waiting', { name })
    : t(isScreen(stream) ? 'room.control.controlling.screen' : 'room.control.controlling.camera', { name });
  return (
    <div
      data-testid="controlling"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-2xl border-2 border-accent bg-surface px-3 py-1.5"
    >
      <div className="min-w-0 grow basis-40 leading-snug">
        <p aria-live="polite" className="flex items-center gap-2 text-sm font-medium">
          {isWaiting && <Spinner className="size-4 shrink-0" />}
          {text}
        </p>
        {isShared && <p className="text-xs text-ink-soft max-sm:hidden">{t(`room.control.hint.${mode}`)}</p>}
      </div>
      <button
        type="button"
        onClick={() => void control?.remote.pointer(streamId)?.stop()}
        className="min-h-11 rounded-xl bg-danger px-4 text-sm font-medium text-on-danger hover:bg-danger-hover xl:order-last"
      >
        {t(isWaiting ? 'room.control.cancel' : 'room.control.giveBack')}
      </button>
      {isShared && <Tools streamId={streamId} />}
    </div>
  );
}

function Tools({ streamId }: { readonly streamId: string }): ReactElement | null {
  const t = useText();
  const { mode, color, width, take } = useControlTools();
  const drawing = useControlState(({ boards }) => boards[streamId]?.drawing);
  const canUndo = useSelected(drawing?.state, (snapshot) => snapshot.canUndo) ?? false;
  const isEmpty = useSelected(drawing?.state, ({ strokes }) => strokes.length === 0) ?? true;
  const draws = mode === 'draw';
  return (
    <div
      role="toolbar"
      aria-label={t('room.control.tools')}
      className="flex flex-wrap items-center gap-1 max-xl:w-full"
    >
      <button type="button" aria-pressed={!draws} onClick={() => take({ mode: 'point' })} className={TOOL}>
        <MousePointer2 aria-hidden className="size-4" />
        {t('room.control.point')}
      </button>
      <button type="button" aria-pressed={draws} onClick={() => take({ mode: 'draw' })} className={TOOL}>
        <Pencil aria-hidden className="size-4" />
        {t('room.control.draw')}
      </button>
      <span aria-hidden className="mx-1 h-6 w-px bg-line max-sm:hidden" />
      {COLORS.map((each) => (
        <button
          key={each}
          type="button"
          aria-label={t(`room.control.color.${each}`)}
          title={t(`room.control.color.${each}`)}
          aria-pressed={draws && color === each}
          onClick={() => take({ color: each, mode: 'draw' })}
          className={TOOL}
        >
          <span
            aria-hidden
            className="size-5 rounded-full border border-white/60"
            style={{ background: PEN_COLORS[each] }}
          />
        </button>
      ))}
      <span aria-hidden className="mx-1 h-6 w-px bg-line max-sm:hidden" />
      {WIDTHS.map((each) => (
        <button
          key={each}
          type="button"
          aria-label={t(`room.control.width.${each}`)}
          title={t(`room.control.width.${each}`)}
          aria-pressed={draws && width === each}
          onClick={() => take({ width: each, mode: 'draw' })}
          className={TOOL}
        >
          <span
            aria-hidden
            className="rounded-full bg-current"
            style={{ width: DOT_SIZES[each], height: DOT_SIZES[each] }}
          />
        </button>
      ))}
      <span aria-hidden className="mx-1 h-6 w-px bg-line max-sm:hidden" />
      <button type="button" disabled={!canUndo} onClick={() => drawing?.undo()} className={TOOL}>
        <Undo2 aria-hidden className="size-4" />
        {t('room.control.undo')}
      </button>
      <button type="button" disabled={isEmpty} onClick={() => drawing?.clear()} className={TOOL}>
        <Eraser aria-hidden className="size-4" />
        {t('room.control.clear')}
      </button>
    </div>
  );
}
