import { Role } from '@lectern/rtc';
import { useLocalMember, useMember, useMemberIds, useMemberStream } from '@lectern/react';
import { Mic, MicOff, Video, VideoOff, X } from 'lucide-react';
import { memo, useEffect, useRef, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import type { Shortcuts } from '../hooks/use-shortcuts.js';
import { nameOf } from '../lib/names.js';

const KEYS = [
  ['M', 'room.microphone.short'],
  ['V', 'room.camera.short'],
  ['L', 'room.leave'],
] as const;

const ROLES = { [Role.Admin]: 'admin', [Role.Talker]: 'talker', [Role.Audience]: 'audience' } as const;

export interface MemberPanelProps {
  readonly shortcuts: Shortcuts;
  readonly onClose: () => void;
}

/** Who is in the class; beside the tiles, or over them on a small screen. */
export function MemberPanel({ shortcuts, onClose }: MemberPanelProps): ReactElement {
  const t = useText();
  const ids = useMemberIds();
  const localId = useLocalMember()?.id;
  const closeButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);

  useEffect(() => {
    const before = document.activeElement;
    closeButton.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);

  return (
    <aside
      aria-label={t('room.members')}
      className="absolute inset-0 z-20 flex flex-col bg-surface md:static md:mr-4 md:w-80 md:shrink-0 md:rounded-2xl"
    >
      <div className="flex items-center justify-between gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 className="font-medium">
          {t('room.members')}{' '}
          <span className="text-sm font-normal text-ink-soft">
            {t('room.members.count', { count: ids.length + 1 })}
          </span>
        </h2>
        <button
          ref={closeButton}
          type="button"
          aria-label={t('room.members.close')}
          title={t('room.members.close')}
          onClick={onClose}
          className="grid size-11 place-items-center rounded-xl hover:bg-white/10"
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <ul className="grow overflow-y-auto p-2">
        {localId !== undefined && <MemberRow memberId={localId} />}
        {ids.map((id) => (
          <MemberRow key={id} memberId={id} />
        ))}
      </ul>
      <div className="hidden border-t border-line p-4 text-sm md:block">
        <h2 className="font-medium">{t('room.shortcuts')}</h2>
        <p className="text-ink-soft">{t('room.shortcuts.text')}</p>
        <dl className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
          {KEYS.map(([key, id]) => (
            <div key={key} className="flex items-center gap-1.5">
              <dt>
                <kbd className="rounded-md border border-line-strong px-1.5 font-sans text-xs leading-5">{key}</kbd>
              </dt>
              <dd className="text-ink-soft">{t(id)}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-3 flex min-h-11 items-center gap-2.5">
          <input
            type="checkbox"
            className="size-5 accent-(--accent)"
            checked={shortcuts.isEnabled}
            onChange={({ target }) => shortcuts.enable(target.checked)}
          />
          {t('room.shortcuts.enable')}
        </label>
      </div>
    </aside>
  );
}

const MemberRow = memo(function MemberRow({ memberId }: { readonly memberId: string }): ReactElement | null {
  const t = useText();
  const member = useMember(memberId);
  const stream = useMemberStream(memberId);
  if (!member) return null;
  const name = nameOf(member);
  const isHeard = stream !== undefined && !stream.audioMuted;
  const isSeen = stream !== undefined && !stream.videoMuted;
  return (
    <li className="flex items-center gap-3 rounded-xl px-2 py-2">
      <Avatar name={name} className="size-9 text-sm" />
      <span className="min-w-0 grow leading-snug">
        <span className="block truncate">
          {name}
          {member.isLocal && <span className="text-ink-soft"> · {t('room.you')}</span>}
        </span>
        <span className="block text-xs text-ink-soft">{t(`room.role.${ROLES[member.role]}`)}</span>
      </span>
      <span className="flex gap-2 text-ink-soft">
        {isHeard ? (
          <Mic aria-hidden className="size-4" />
        ) : (
          <MicOff aria-hidden className="size-4 text-danger-strong" />
        )}
        {isSeen ? (
          <Video aria-hidden className="size-4" />
        ) : (
          <VideoOff aria-hidden className="size-4 text-danger-strong" />
        )}
        {!isHeard && <span className="sr-only">{t('room.muted')}</span>}
        {!isSeen && <span className="sr-only">{t('room.camera.isOff')}</span>}
      </span>
    </li>
  );
});
