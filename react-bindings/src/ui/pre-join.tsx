import { usePreJoin, type ChoiceStorage, type JoinChoices } from '@lectern/react';
import { useEffect, useId, useRef, type ReactElement } from 'react';
import { DeviceSelect } from './device-menu.js';
import { Problem } from './problem.js';
import { useTexts } from './texts.js';

/** Props of {@link PreJoin}. */
export interface PreJoinProps {
  readonly onJoin: (choices: JoinChoices) => void;
  /** Remembers the choices, e.g. `localStorage`. */
  readonly storage?: ChoiceStorage | undefined;
  readonly initial?: Partial<JoinChoices>;
  /** True while the room is joined: the button waits. */
  readonly isJoining?: boolean;
}

function Preview({ media }: { readonly media: MediaStream | undefined }): ReactElement {
  const text = useTexts();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = media ?? null;
  }, [media]);
  return (
    <div className="lectern-preview">
      <video ref={video} muted autoPlay playsInline tabIndex={-1} aria-label={text('preview')} hidden={!media} />
      {!media && <p>{text('cameraOff')}</p>}
    </div>
  );
}

/** The page before a class: preview, devices, name, and the choice of what is on. */
export function PreJoin({ onJoin, storage, initial = {}, isJoining = false }: PreJoinProps): ReactElement {
  const text = useTexts();
  const nameId = useId();
  const { choices, camera, microphone, devices, choose } = usePreJoin({ storage, initial });
  return (
    <form
      className="lectern-prejoin"
      onSubmit={(event) => {
        event.preventDefault();
        onJoin(choices);
      }}
    >
      <h2>{text('ready')}</h2>
      <Preview media={camera.media} />
      <fieldset aria-label={text('devices')}>
        <button
          type="button"
          aria-pressed={choices.isMicrophoneOn}
          onClick={() => choose({ isMicrophoneOn: !choices.isMicrophoneOn })}
        >
          {text('microphone')}
        </button>
        <button
          type="button"
          aria-pressed={choices.isCameraOn}
          onClick={() => choose({ isCameraOn: !choices.isCameraOn })}
        >
          {text('camera')}
        </button>
      </fieldset>
      <Problem error={camera.error ?? microphone.error} />
      <p className="lectern-field">
        <label htmlFor={nameId}>{text('yourName')}</label>
        <input
          id={nameId}
          value={choices.name}
          autoComplete="name"
          maxLength={64}
          required
          onChange={({ target }) => choose({ name: target.value })}
        />
      </p>
      <DeviceSelect
        label={text('camera')}
        devices={devices.cameras}
        value={choices.cameraId}
        onChoose={(cameraId) => choose({ cameraId })}
      />
      <DeviceSelect
        label={text('microphone')}
        devices={devices.microphones}
        value={choices.microphoneId}
        onChoose={(microphoneId) => choose({ microphoneId })}
      />
      <button type="submit" className="lectern-primary" disabled={isJoining}>
        {text(isJoining ? 'joining' : 'join')}
      </button>
    </form>
  );
}
