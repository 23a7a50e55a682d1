import { Role, type Conference } from '@lectern/rtc';
import { useLocalMember, useMember, useMemberIds, useMemberStream } from '@lectern/react';
import { Ellipsis, Link2, Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { memo, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { useCopyInvite } from '../hooks/use-copy-invite.js';
import { useHost, type Host } from '../hooks/use-host.js';
import type { Shortcuts } from '../hooks/use-shortcuts.js';
import type { Meeting } from '../lib/entrance.js';
import { MemberActions } from './member-actions.js';
import { RemovedMembers } from './removed-members.js';
import { SidePanel } from './side-panel.js';

const KEYS = [
  ['M', 'room.microphone.short'],
  ['V', 'room.camera.short'],
  ['S', 'room.share'],
  ['X', 'room.control.shortcut'],
  ['L', 'room.leave'],
] as const;

const ROLES = { [Role.Admin]: 'admin', [Role.Talker]: 'talker', [Role.Audience]: 'audience' } as const;

export interface MemberPanelProps {
  readonly conference: Conference;
  readonly meeting: Meeting;
  readonly shortcuts: Shortcuts;
  readonly onClose: () => void;
}

/** Lists the members of the class. */
export function MemberPanel({ conference, meeting, shortcuts, onClose }: MemberPanelProps): ReactElement {
  const t = useText();
  const ids = useMemberIds();
  const localId = useLocalMember()?.id;
  const copyInvite = useCopyInvite(meeting);
  const host = useHost(conference);
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
      {host.isHost && ids.length > 0 && (
        <button
          type="button"
          onClick={() => host.setAllMuted(!host.isAllMuted)}
          className="mx-4 mt-3 flex min-h-11 items-center justify-center gap-2 rounded-xl border border-line-strong px-4 text-sm font-medium hover:bg-white/10"
        >
          {host.isAllMuted ? <Mic aria-hidden className="size-4" /> : <MicOff aria-hidden className="size-4" />}
          {t(host.isAllMuted ? 'room.host.unmuteAll' : 'room.host.muteAll')}
        </button>
      )}
      <ul className="grow overflow-y-auto p-2">
        {localId !== undefined && <MemberRow memberId={localId} />}
        {ids.map((id) => (
          <MemberRow key={id} memberId={id} host={host.isHost ? host : undefined} />
        ))}
      </ul>
      {meeting.hostedSession !== undefined && <RemovedMembers session={meeting.hostedSession} />}
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

interface MemberRowProps {
  readonly memberId: string;
  /** Where the local member is host. */
  readonly host?: Host | undefined;
}

const MemberRow = memo(function MemberRow({ memberId, host }: MemberRowProps): ReactElement | null {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const member = useMember(memberId);
  const stream = useMemberStream(memberId);
  if (!member) return null;
  const name = member.displayName;
  const isHeard = stream !== undefined && !stream.audioMuted;
  const isSeen = stream !== undefined && !stream.videoMuted;
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-xl px-2 py-2">
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
      {host && (
        <button
          type="button"
          aria-label={t('room.host.actions', { name })}
          title={t('room.host.actions', { name })}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="-my-1 grid size-11 place-items-center rounded-xl hover:bg-white/10 aria-expanded:bg-white/10"
        >
          <Ellipsis aria-hidden className="size-5" />
        </button>
      )}
      {host && isOpen && <MemberActions member={member} host={host} onDone={() => setOpen(false)} />}
    </li>
  );
});
