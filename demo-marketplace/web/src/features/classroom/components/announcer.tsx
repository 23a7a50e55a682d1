import { StreamType, type StreamSnapshot } from '@lectern/rtc';
import { useConferenceEvent } from '@lectern/react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { nameOf } from '../lib/names.js';

/** Announces joining and leaving members and shared screens to screen readers. */
export function Announcer(): ReactElement {
  const t = useText();
  const [text, setText] = useState('');
  useConferenceEvent('memberJoined', (member) => setText(t('room.joined', { name: member.displayName })));
  useConferenceEvent('memberLeft', (member) => setText(t('room.left', { name: member.displayName })));
  const tellDesktop = (id: 'room.share.started' | 'room.share.ended') => (stream: StreamSnapshot) => {
    const { type, isLocal, memberName } = stream;
    if (type !== StreamType.Desktop) return;
    setText(isLocal ? t(`${id}.own`) : t(id, { name: nameOf({ nickName: '', name: memberName }) }));
  };
  useConferenceEvent('streamAdded', tellDesktop('room.share.started'));
  useConferenceEvent('streamRemoved', tellDesktop('room.share.ended'));
  return (
    <p aria-live="polite" data-testid="announcements" className="sr-only">
      {text}
    </p>
  );
}
