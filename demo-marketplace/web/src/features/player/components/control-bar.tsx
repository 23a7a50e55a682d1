import type { Lesson, MemberSettings } from '@lectern/marketplace-contract';
import {
  Maximize,
  Minimize,
  PanelRightOpen,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
  type LucideIcon,
} from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { LOCALE_NAMES } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import type { Theatre } from '../lesson-player.js';
import type { CaptionChoice } from '../lib/captions.js';
import { clockText } from '../../../lib/clock-text.js';
import type { PlayerState, VideoPlayer } from '../lib/video-player.js';
import { SeekBar } from './seek-bar.js';

export const RATES: readonly MemberSettings['player']['rate'][] = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2];

export interface ControlBarProps {
  readonly player: VideoPlayer;
  readonly state: PlayerState;
  readonly captions: Lesson['captions'];
  readonly caption: CaptionChoice;
  readonly marks: readonly number[];
  readonly onCaption: (choice: CaptionChoice) => void;
  readonly onRate: (rate: MemberSettings['player']['rate']) => void;
  readonly theatre: Theatre | undefined;
  readonly onFullScreen: () => void;
  /** Undefined if the browser does not support it. */
  readonly onPictureInPicture: (() => void) | undefined;
}

/** Everything that is done to a video, along its lower edge. */
export function ControlBar({ player, state, captions, caption, marks, ...on }: ControlBarProps): ReactElement {
  const t = useText();
  const { phase, second, duration, isFullScreen, isMuted, rate } = state;
  const isPlaying = phase === 'playing';
  return (
    <div className="px-3 pb-2 text-white sm:px-4">
      <SeekBar second={second} duration={duration} marks={marks} onSeek={(to) => player.seek(to)} />
      <div className="flex flex-wrap items-center gap-x-1">
        <Control
          icon={isPlaying ? Pause : Play}
          label={t(isPlaying ? 'player.pause' : 'player.play')}
          onClick={() => void player.toggle()}
        />
        <Control icon={RotateCcw} label={t('player.back')} onClick={() => player.skip(-1)} />
        <Control icon={RotateCw} label={t('player.on')} onClick={() => player.skip(1)} />
        <Control
          icon={isMuted ? VolumeX : Volume2}
          label={t(isMuted ? 'player.unmute' : 'player.mute')}
          onClick={() => player.toggleMuted()}
        />
        <span data-testid="player-time" className="px-1.5 text-sm whitespace-nowrap tabular-nums">
          {clockText(second)} / {clockText(duration)}
        </span>
        <span className="grow" />
        <Choice
          label={t('player.rate')}
          value={String(rate)}
          onChange={(value) => on.onRate(RATES.find((one) => String(one) === value) ?? 1)}
        >
          {RATES.map((one) => (
            <option key={one} value={one}>
              {one}×
            </option>
          ))}
        </Choice>
        {captions.length > 0 && (
          <Choice
            label={t('player.captions')}
            value={caption}
            onChange={(value) => on.onCaption(value as CaptionChoice)}
          >
            <option value="off">{t('player.captions.off')}</option>
            {captions.map(({ lang }) => (
              <option key={lang} value={lang}>
                {LOCALE_NAMES[lang === 'zh' ? 'zh-Hant' : 'en']}
              </option>
            ))}
          </Choice>
        )}
        {on.onPictureInPicture && (
          <Control icon={PictureInPicture2} label={t('player.pip')} onClick={on.onPictureInPicture} />
        )}
        {on.theatre && !isFullScreen && (
          <span className="max-lg:hidden">
            <Control
              icon={on.theatre.isOn ? PanelRightOpen : RectangleHorizontal}
              label={t(on.theatre.isOn ? 'player.theatre.leave' : 'player.theatre')}
              onClick={on.theatre.toggle}
            />
          </span>
        )}
        <Control
          icon={isFullScreen ? Minimize : Maximize}
          label={t(isFullScreen ? 'player.fullScreen.leave' : 'player.fullScreen')}
          onClick={on.onFullScreen}
        />
      </div>
    </div>
  );
}

function Control({
  icon: Icon,
  label,
  onClick,
}: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onClick: () => void;
}): ReactElement {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-10 place-items-center rounded-lg outline-white hover:bg-white/20"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}

/** A list of its own would open outside the frame, where full screen does not show it. */
function Choice({
  label,
  value,
  onChange,
  children,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <select
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="h-10 cursor-pointer rounded-lg bg-transparent px-1.5 text-sm text-white outline-white hover:bg-white/20 [&>option]:bg-[#18211e]"
    >
      {children}
    </select>
  );
}
