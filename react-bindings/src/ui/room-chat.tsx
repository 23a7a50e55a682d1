import { useRoomChat } from '@lectern/react';
import { useEffect, useId, useRef, useState, type ReactElement } from 'react';
import { useTexts } from './texts.js';

/** Messages of the room, and a line to write one. */
export function RoomChat(): ReactElement {
  const text = useTexts();
  const id = useId();
  const { messages, send } = useRoomChat();
  const [draft, setDraft] = useState('');
  const end = useRef<HTMLLIElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    // Browsers return a promise here, which is no clean-up.
    end.current?.scrollIntoView?.({ block: 'nearest' });
  }, [newest]);
  return (
    <div className="lectern-chat">
      {messages.length === 0 && <p>{text('noMessages')}</p>}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys must reach what scrolls */}
      <div role="log" aria-label={text('chat')} tabIndex={0}>
        <ol>
          {messages.map((message) => (
            <li key={message.id} ref={message.id === newest ? end : undefined} data-own={message.isLocal}>
              <strong>{message.name}</strong> {message.text}
              {message.missedBy.length > 0 && <small> {text('missed', { count: message.missedBy.length })}</small>}
            </li>
          ))}
        </ol>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(draft);
          setDraft('');
        }}
      >
        <label htmlFor={id}>{text('message')}</label>
        <input id={id} value={draft} autoComplete="off" onChange={({ target }) => setDraft(target.value)} />
        <button type="submit">{text('send')}</button>
      </form>
    </div>
  );
}
