import { Role } from '@lectern/rtc';
import { useLocalMember, useMember, useMemberIds, useMemberStream } from '@lectern/react';
import { Link2, Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import type { ClassAddress } from '../../../lib/class-link.js';
import { Avatar } from '../../../ui/avatar.js';
import { useCopyInvite } from '../hooks/use-copy-invite.js';
import type { Shortcuts } from '../hooks/use-shortcuts.js';
import { nameOf } from '../lib/names.js';
import { SidePanel } from './side-panel.js';

const KEYS = [
  ['M', 'room.microphone.short'],
  ['V', 'room.camera.short'],
  ['S', 'room.share'],
  ['L', 'room.leave'],
] as const;

const ROLES = { [Role.Admin]: 'admin', [Role.Talker]: 'talker', [Role.Audience]: 'audience' } as const;

export interface MemberPanelProps {
  readonly address: ClassAddress;
  readonly shortcuts: Shortcuts;
  readonly onClose: () => void;
}

/** Who is in the class. */
export function MemberPanel({ address, shortcuts, onClose }: MemberPanelProps): ReactElement {
  const t = useText();
  const ids = useMemberIds();
  const localId = useLocalMember()?.id;
  const copyInvite = useCopyInvite(address);
  return (
    <SidePanel
      label={t('room.members')}
      closeLabel={t('room.members.close')}
      note={t('room.members.count', { count: ids.length + 1 })}
      onClose={onClose}
    >
      <button
        type="button"
        onClick={copyInvite}
        className="mx-4 mt-3 flex min-h-11 items-center justify-center gap-2 rounded-xl border border-line-strong px-4 text-sm font-medium hover:bg-white/10 sm:hidden"
      >
        <Link2 aria-hidden className="size-4" />
        {t('room.invite')}
      </button>
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
    </SidePanel>
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
