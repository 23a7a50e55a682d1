import { useConferenceEvent } from '@lectern/react';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { nameOf } from '../lib/names.js';

/** Tells screen readers who comes and goes. */
export function Announcer(): ReactElement {
  const t = useText();
  const [text, setText] = useState('');
  useConferenceEvent('memberJoined', (member) => setText(t('room.joined', { name: nameOf(member) })));
  useConferenceEvent('memberLeft', (member) => setText(t('room.left', { name: nameOf(member) })));
  return (
    <p aria-live="polite" data-testid="announcements" className="sr-only">
      {text}
    </p>
  );
}
