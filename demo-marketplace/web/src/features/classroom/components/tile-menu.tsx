import type { RemoteMediaState } from '@lectern/rtc/remote-control';
import {
  Aperture,
  Camera,
  Flashlight,
  MousePointerClick,
  Snowflake,
  SwitchCamera,
  Ellipsis,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import { useId, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Spinner } from '../../../ui/spinner.js';
import { toastDone } from '../../../ui/toast.js';
import { useControlState } from '../hooks/use-control.js';
import { useAskForControl, useMemberControl } from '../hooks/use-member-control.js';
import { FocusPicker } from './focus-picker.js';
import { PictureDialog } from './picture-dialog.js';

const ZOOM_STEP = 1.5;
const MAX_ZOOM = 8;
const UNTOUCHED: RemoteMediaState = { torch: false, isFrozen: false, zoom: 1 };

export interface TileMenuProps {
  readonly streamId: string;
  /** Name of the member who publishes the stream. */
  readonly name: string;
  /** The stream is a camera, which accepts camera commands; otherwise a shared screen, which allows pointing only. */
  readonly hasCamera?: boolean;
}

/** The remote-control commands for another member's video. */
export function TileMenu({ streamId, name, hasCamera = true }: TileMenuProps): ReactElement {
  const t = useText();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [picture, setPicture] = useState<string>();
  const label = t(hasCamera ? 'room.control.menu' : 'room.control.menu.screen', { name });

  /** Below the button and within the page; on a phone along its lower edge, by its classes. */
  const place = (): void => {
    const rect = button.current?.getBoundingClientRect();
    if (!rect || !menu.current) return;
    menu.current.style.setProperty('--menu-top', `${rect.bottom + 4}px`);
    menu.current.style.setProperty('--menu-right', `${window.innerWidth - rect.right}px`);
  };
  const close = (): void => menu.current?.hidePopover();

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-expanded={isOpen}
        title={label}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-xl bg-black/65 text-white hover:bg-black/85"
      >
        <Ellipsis aria-hidden className="size-5" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={place}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="fixed inset-auto top-(--menu-top) right-(--menu-right) max-h-[70dvh] w-64 overflow-y-auto rounded-2xl border border-line-strong bg-surface p-2 text-ink shadow-card max-sm:inset-x-2 max-sm:top-auto max-sm:bottom-2 max-sm:w-auto"
      >
        {isOpen && (
          <>
            <PointerItem streamId={streamId} onAsked={close} />
            {hasCamera && (
              <CameraItems
                streamId={streamId}
                name={name}
                onPicture={(url) => {
                  close();
                  setPicture(url);
                }}
                onFocus={() => {
                  close();
                  setChoosing(true);
                }}
              />
            )}
          </>
        )}
      </div>
      {isChoosing && (
        <FocusPicker
          streamId={streamId}
          onDone={() => {
            setChoosing(false);
            button.current?.focus();
          }}
        />
      )}
      {picture !== undefined && <PictureDialog url={picture} name={name} onClose={() => setPicture(undefined)} />}
    </>
  );
}

interface ItemProps {
  readonly icon: ReactElement;
  readonly isBusy?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Item({ icon, isBusy = false, onClick, children }: ItemProps): ReactElement {
  return (
    <button
      type="button"
      aria-busy={isBusy}
      onClick={() => isBusy || onClick()}
      className="flex min-h-11 w-full items-center gap-3 rounded-xl px-3 text-left text-sm hover:bg-white/10 aria-busy:opacity-60"
    >
      {isBusy ? <Spinner className="size-4 shrink-0" /> : icon}
      {children}
    </button>
  );
}

function PointerItem({ streamId, onAsked }: { readonly streamId: string; readonly onAsked: () => void }): ReactElement {
  const t = useText();
  const { ask } = useAskForControl(streamId);
  const isAsked = useControlState(({ pointers }) => pointers[streamId] !== undefined) ?? false;
  return (
    <Item
      icon={<MousePointerClick aria-hidden className="size-4 shrink-0" />}
      isBusy={isAsked}
      onClick={() => {
        onAsked();
        ask();
      }}
    >
      {t('room.control.ask')}
    </Item>
  );
}

interface CameraItemsProps extends Pick<TileMenuProps, 'streamId' | 'name'> {
  readonly onPicture: (url: string) => void;
  readonly onFocus: () => void;
}

/** The commands for another member's camera. */
function CameraItems({ streamId, name, onPicture, onFocus }: CameraItemsProps): ReactElement {
  const t = useText();
  const { waiting, run } = useMemberControl(streamId);
  const { zoom, isFrozen, torch } = useControlState(({ media }) => media[streamId]) ?? UNTOUCHED;
  const icon = 'size-4 shrink-0';
  const zoomBy = (factor: number) => () =>
    void run('zoom', (remote) => remote.zoom(streamId, Math.min(MAX_ZOOM, Math.max(1, zoom * factor))));
  const isBusy = (what: string): boolean => waiting.includes(what);
  return (
    <>
      <h3 className="mt-2 border-t border-line px-3 pt-3 pb-1 text-xs text-ink-soft">
        {t('room.control.camera', { name })}
      </h3>
      <Item
        icon={<Camera aria-hidden className={icon} />}
        isBusy={isBusy('capture')}
        onClick={() =>
          void run('capture', (remote) => remote.capturePicture(streamId)).then(
            (taken) => taken?.value !== undefined && onPicture(taken.value),
          )
        }
      >
        {t('room.control.capture')}
      </Item>
      <Item
        icon={<Snowflake aria-hidden className={icon} />}
        isBusy={isBusy('freeze')}
        onClick={() => void run('freeze', (remote) => remote.freezeFrame(streamId, !isFrozen))}
      >
        {t(isFrozen ? 'room.control.unfreeze' : 'room.control.freeze')}
      </Item>
      <Item icon={<ZoomIn aria-hidden className={icon} />} isBusy={isBusy('zoom')} onClick={zoomBy(ZOOM_STEP)}>
        <span className="grow">{t('room.control.zoom.in')}</span>
        {zoom > 1 && (
          <span className="text-ink-soft tabular-nums">
            {t('room.control.zoom.now', { factor: Math.round(zoom * 10) / 10 })}
          </span>
        )}
      </Item>
      <Item icon={<ZoomOut aria-hidden className={icon} />} isBusy={isBusy('zoom')} onClick={zoomBy(1 / ZOOM_STEP)}>
        {t('room.control.zoom.out')}
      </Item>
      <Item
        icon={<Flashlight aria-hidden className={icon} />}
        isBusy={isBusy('torch')}
        onClick={() => void run('torch', (remote) => remote.setTorch(streamId, !torch))}
      >
        {t(torch ? 'room.control.torch.off' : 'room.control.torch.on')}
      </Item>
      <Item icon={<Aperture aria-hidden className={icon} />} onClick={onFocus}>
        {t('room.control.focus')}
      </Item>
      <Item
        icon={<SwitchCamera aria-hidden className={icon} />}
        isBusy={isBusy('switch')}
        onClick={() =>
          void run('switch', (remote) => remote.switchCamera(streamId)).then(
            (done) => done && toastDone(t('room.control.switch.done')),
          )
        }
      >
        {t('room.control.switch')}
      </Item>
    </>
  );
}
