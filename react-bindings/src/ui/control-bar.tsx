import { useConference, useScreenShare, useTrackToggle, type TrackToggle } from '@lectern/react';
import type { ReactElement, ReactNode } from 'react';
import { Problem } from './problem.js';
import { useTexts } from './texts.js';

/** Props of {@link ControlBar}. */
export interface ControlBarProps {
  /** By default it leaves the conference. */
  readonly onLeave?: (() => void) | undefined;
  /** Further buttons, before the one that leaves. */
  readonly children?: ReactNode;
}

function Switch({ label, of }: { readonly label: string; readonly of: TrackToggle }): ReactElement {
  return (
    <button
      type="button"
      aria-pressed={of.isOn}
      aria-busy={of.isPending}
      disabled={!of.isAllowed}
      onClick={() => void of.toggle()}
    >
      {label}
    </button>
  );
}

/** Microphone, camera, screen and leaving, with the error of whichever failed last. */
export function ControlBar({ onLeave, children }: ControlBarProps): ReactElement {
  const text = useTexts();
  const conference = useConference();
  const microphone = useTrackToggle('audio');
  const camera = useTrackToggle('video');
  const screen = useScreenShare();
  const leave = onLeave ?? (() => void conference?.leave());
  return (
    <div className="lectern-bar">
      <Problem error={microphone.error ?? camera.error ?? screen.error} />
      <div role="toolbar" aria-label={text('controls')}>
        <Switch label={text('microphone')} of={microphone} />
        <Switch label={text('camera')} of={camera} />
        <button
          type="button"
          aria-busy={screen.isPending}
          disabled={!screen.isAllowed}
          onClick={() => void (screen.isSharing ? screen.stop() : screen.start())}
        >
          {text(screen.isSharing ? 'stopScreen' : 'screen')}
        </button>
        {children}
        <button type="button" className="lectern-danger" onClick={leave}>
          {text('leave')}
        </button>
      </div>
    </div>
  );
}
