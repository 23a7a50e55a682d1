import { useSelected } from '@lectern/react';
import { Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Spinner } from '../../../ui/spinner.js';
import { ToggleButton } from '../../../ui/toggle-button.js';
import type { LocalMedia, LocalMediaSnapshot, SourceSnapshot } from '../lib/local-media.js';
import { LevelMeter } from './level-meter.js';

const itself = <T,>(value: T): T => value;

/** The preview of the own video, the microphone level, and the two switches. */
export function Preview({ media }: { readonly media: LocalMedia }): ReactElement {
  const t = useText();
  const { camera, microphone, isMicrophoneMuted } = useSelected(media.state, itself) as LocalMediaSnapshot;
  const isMicrophoneOn = microphone.state === 'on' && !isMicrophoneMuted;
  const isCameraOn = camera.state === 'on' || camera.state === 'opening';

  const toggleMicrophone = (): void => {
    if (microphone.state === 'on') media.setMicrophoneMuted(!isMicrophoneMuted);
    else {
      media.setMicrophoneMuted(false);
      void media.start('microphone');
    }
  };

  return (
    <div className="stage relative overflow-hidden rounded-3xl bg-paper text-ink shadow-card">
      <div className="aspect-[4/3] sm:aspect-video">
        <CameraPicture camera={camera} />
      </div>
      <div className="absolute inset-x-0 bottom-0 flex items-center justify-between gap-3 bg-gradient-to-t from-black/70 to-transparent p-3 pt-12 sm:p-4 sm:pt-16">
        <div className="flex min-w-0 items-center gap-2.5 rounded-full bg-black/50 px-3 py-2">
          {isMicrophoneOn ? (
            <Mic aria-hidden className="size-4 shrink-0" />
          ) : (
            <MicOff aria-hidden className="size-4 shrink-0 text-danger-strong" />
          )}
          <LevelMeter label={t('lobby.level')} track={isMicrophoneOn ? microphone.track : undefined} />
          {isMicrophoneOn && (
            <span className="hidden truncate text-xs text-ink-soft sm:inline">{t('lobby.level.hint')}</span>
          )}
        </div>
        <div className="flex gap-1 rounded-2xl bg-black/50">
          <ToggleButton
            isOn={isMicrophoneOn}
            label={t(isMicrophoneOn ? 'room.microphone.mute' : 'room.microphone.unmute')}
            onIcon={Mic}
            offIcon={MicOff}
            onClick={toggleMicrophone}
          />
          <ToggleButton
            isOn={isCameraOn}
            label={t(isCameraOn ? 'room.camera.off' : 'room.camera.on')}
            onIcon={Video}
            offIcon={VideoOff}
            onClick={() => (isCameraOn ? media.stop('camera') : void media.start('camera'))}
          />
        </div>
      </div>
    </div>
  );
}

function CameraPicture({ camera }: { readonly camera: SourceSnapshot }): ReactElement {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const { track, state } = camera;

  useEffect(() => {
    const element = video.current;
    if (!element || !track) return undefined;
    element.srcObject = new MediaStream([track]);
    return () => {
      element.srcObject = null;
    };
  }, [track]);

  if (state === 'on') {
    return (
      <video
        ref={video}
        autoPlay
        playsInline
        muted
        aria-label={t('lobby.preview')}
        className="size-full -scale-x-100 object-cover"
      />
    );
  }
  return (
    <p className="flex size-full flex-col items-center justify-center gap-3 pb-10 text-ink-soft">
      {state === 'opening' ? <Spinner className="size-7" /> : <VideoOff aria-hidden className="size-8" />}
      {t(state === 'opening' ? 'lobby.camera.opening' : 'lobby.camera.isOff')}
    </p>
  );
}
