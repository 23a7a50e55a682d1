import type { StreamSnapshot } from '@lectern/rtc';
import { RemoteControlSurface, VideoView } from '@lectern/react';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useControl, useControlTools } from '../hooks/use-control.js';
import { penOf } from '../lib/control-tools.js';

export interface ControlledPictureProps {
  readonly stream: StreamSnapshot;
  readonly name: string;
  readonly mirrored?: boolean;
  readonly isSeen: boolean;
}

/** An uncropped video that the local member or others can point and draw on. */
export function ControlledPicture({ stream, name, mirrored = false, isSeen }: ControlledPictureProps): ReactElement {
  const t = useText();
  const control = useControl();
  const tools = useControlTools();
  return (
    <RemoteControlSurface
      control={control}
      streamId={stream.id}
      mirrored={mirrored}
      mode={tools.mode}
      pen={penOf(tools)}
      label={t(`room.control.surface.${tools.mode}`, { name })}
      style={{ position: 'absolute' }}
      className="inset-0 [&_[data-control-surface]]:cursor-crosshair [&_[data-control-surface]]:-outline-offset-4"
    >
      <VideoView
        stream={stream}
        mirrored={mirrored}
        tabIndex={-1}
        className={`absolute inset-0 size-full object-contain ${isSeen ? '' : 'invisible'}`}
      />
    </RemoteControlSurface>
  );
}
