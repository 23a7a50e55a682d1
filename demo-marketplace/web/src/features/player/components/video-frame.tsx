import type { Lesson, MemberSettings } from '@lectern/marketplace-contract';
import { Play } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Spinner } from '../../../ui/spinner.js';
import { useFullScreen } from '../hooks/use-full-screen.js';
import { followCaptions, type CaptionChoice } from '../lib/captions.js';
import { commandOf, type PlayerCommand } from '../lib/keys.js';
import { isOverlayShown } from '../lib/phase.js';
import type { Theatre } from '../lesson-player.js';
import type { VideoPlayer } from '../lib/video-player.js';
import { ControlBar, RATES } from './control-bar.js';

export interface VideoFrameProps {
  readonly player: VideoPlayer;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly title: string;
  readonly captions: Lesson['captions'];
  readonly caption: CaptionChoice;
  readonly marks: readonly number[];
  readonly theatre: Theatre | undefined;
  /** Covers the video at its end. */
  readonly next: ReactNode;
  readonly onCaption: (choice: CaptionChoice) => void;
  readonly onRate: (rate: MemberSettings['player']['rate']) => void;
  /** Loads the video again after a failure. */
  readonly onRetry: () => void;
}

const focusOf = (target: EventTarget): 'frame' | 'button' | 'choice' => {
  if (target instanceof HTMLSelectElement) return 'choice';
  return target instanceof HTMLButtonElement ? 'button' : 'frame';
};

/** The whole video with its controls is on the screen, below the header and above the title. */
const FITTING = 'aspect-video sm:max-h-[max(16rem,calc(100dvh-13.75rem))]';

/** On phones the controls stand below the video, because they would hide most of it. */
const BELOW = 'max-sm:static max-sm:pt-0 max-sm:opacity-100!';

/** The video with its overlay, captions and controls; also what fills the screen. */
export function VideoFrame(props: VideoFrameProps): ReactElement {
  const { player, video, title, captions, caption, onCaption, onRate } = props;
  const t = useText();
  const locale = useLocale();
  const frame = useRef<HTMLElement>(null);
  const state = useSyncExternalStore(player.state.subscribe, player.state.getSnapshot);
  const [lines, setLines] = useState<readonly string[]>([]);
  const fillScreen = useFullScreen(player, frame, video);
  const isPlaying = state.phase === 'playing';

  useEffect(() => {
    const element = video.current;
    return element === null ? undefined : player.attach(element);
  }, [player, video]);

  useEffect(() => {
    const element = video.current;
    return element === null ? undefined : followCaptions(element.textTracks, caption, setLines);
  }, [video, caption, captions]);

  const leaveTo = (isOther: boolean): void => {
    const element = video.current;
    if (element === null) return;
    // The request fails until the first frame is loaded; the user can try again.
    (isOther ? document.exitPictureInPicture() : element.requestPictureInPicture()).catch(() => undefined);
  };

  const nextCaption = (): CaptionChoice => {
    if (caption !== 'off') return 'off';
    const own = locale === 'en' ? 'en' : 'zh';
    return captions.find(({ lang }) => lang === own)?.lang ?? captions[0]?.lang ?? 'off';
  };

  const run = (command: PlayerCommand): void => {
    switch (command.kind) {
      case 'toggle':
        return void player.toggle();
      case 'skip':
        return player.skip(command.direction);
      case 'volume':
        return player.setVolume(state.volume + command.by);
      case 'jump':
        return player.seek(state.duration * command.share);
      case 'mute':
        return player.toggleMuted();
      case 'captions':
        return onCaption(nextCaption());
      case 'full-screen':
        return void fillScreen();
      case 'speed': {
        const next = RATES[RATES.findIndex((rate) => rate === state.rate) + command.direction];
        if (next !== undefined) onRate(next);
      }
    }
  };

  const press = (event: KeyboardEvent): void => {
    const command = commandOf(event, focusOf(event.target));
    if (command === undefined) return;
    event.preventDefault();
    run(command);
  };

  return (
    // The handled keys are shortcuts of the buttons.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={frame}
      aria-label={t('player.frame', { title })}
      tabIndex={-1}
      onKeyDown={press}
      className="stage group relative w-full shrink-0 overflow-hidden rounded-2xl bg-black outline-none max-lg:sticky max-lg:top-0 max-lg:z-20 max-sm:rounded-none [&:fullscreen]:rounded-none"
    >
      <div className={`relative flex w-full items-center justify-center ${state.isFullScreen ? 'h-full' : FITTING}`}>
        <video
          ref={video}
          src={state.source}
          playsInline
          preload="metadata"
          className="size-full"
          onClick={() => void player.toggle()}
          onDoubleClick={() => void fillScreen()}
        >
          {captions.map(({ lang, url }) => (
            <track key={lang} kind="captions" src={url} srcLang={lang} />
          ))}
        </video>
        {(state.phase === 'loading' || (isPlaying && state.isWaiting)) && (
          <span className="pointer-events-none absolute text-white">
            <Spinner />
          </span>
        )}
        {props.next}
        {isOverlayShown(state.phase) && props.next === false && (
          <button
            type="button"
            data-testid="play-overlay"
            aria-label={t('player.overlay', { title })}
            onClick={() => {
              // The button disappears, so the frame takes the focus, which keeps the keyboard shortcuts working.
              frame.current?.focus({ preventScroll: true });
              void player.play();
            }}
            className="absolute inset-0 grid place-items-center bg-black/35 outline-white"
          >
            <span className="grid size-18 place-items-center rounded-full bg-[#5cc79c] text-[#06231a] shadow-card transition-transform group-hover:scale-105">
              <Play aria-hidden className="ml-1 size-8 fill-current" />
            </span>
          </button>
        )}
        {state.phase === 'failed' && (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center justify-items-center gap-4 bg-black/80 p-4 text-center text-white"
          >
            <p>{t('player.failed')}</p>
            <Button onClick={props.onRetry}>{t('ui.retry')}</Button>
          </div>
        )}
        {lines.length > 0 && (
          <div
            data-testid="caption"
            className={`pointer-events-none absolute inset-x-4 flex flex-col items-center gap-1 text-center text-base text-white sm:text-xl ${isPlaying ? 'bottom-4 group-has-[:focus-visible]:bottom-24 group-hover:bottom-24' : 'bottom-24'} ${state.isFullScreen ? '' : 'max-sm:bottom-3!'}`}
          >
            {lines.map((line) => (
              <p key={line} className="rounded-md bg-black/80 px-2.5 py-1 whitespace-pre-line">
                {line}
              </p>
            ))}
          </div>
        )}
      </div>
      {state.phase !== 'failed' && (
        <div
          className={`absolute inset-x-0 bottom-0 bg-gradient-to-t from-black/90 to-transparent pt-8 transition-opacity ${isPlaying ? 'opacity-0 group-has-[:focus-visible]:opacity-100 group-hover:opacity-100' : ''} ${state.isFullScreen ? '' : BELOW}`}
        >
          <ControlBar
            {...{ player, state, captions, caption, onCaption, onRate }}
            marks={props.marks}
            theatre={props.theatre}
            onFullScreen={() => void fillScreen()}
            onPictureInPicture={
              document.pictureInPictureEnabled ? () => leaveTo(document.pictureInPictureElement !== null) : undefined
            }
          />
        </div>
      )}
    </section>
  );
}
