import { Role, type MemberSnapshot } from '@lectern/rtc';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import type { Host } from '../hooks/use-host.js';

const PLAIN = 'min-h-11 rounded-xl border border-line-strong px-3 text-sm font-medium hover:bg-white/10';

export interface MemberActionsProps {
  readonly member: MemberSnapshot;
  readonly host: Host;
  readonly onDone: () => void;
}

/** The actions of the host on one member. */
export function MemberActions({ member, host, onDone }: MemberActionsProps): ReactElement {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const isMuted = host.muted.has(member.id);
  const isAudience = member.role === Role.Audience;
  const then = (act: () => void) => () => {
    act();
    onDone();
  };

  if (isAsking) {
    return (
      <div className="w-full">
        <p className="text-sm">{t('room.host.remove.ask', { name: member.displayName })}</p>
        <div className="mt-2 flex gap-2">
          <button
            type="button"
            className="min-h-11 rounded-xl bg-danger px-3 text-sm font-medium text-on-danger hover:bg-danger-hover"
            onClick={then(() => host.remove(member.id))}
          >
            {t('room.host.remove')}
          </button>
          <button type="button" className={PLAIN} onClick={() => setAsking(false)}>
            {t('room.host.cancel')}
          </button>
        </div>
      </div>
    );
  }
  return (
    <div className="flex w-full flex-wrap gap-2">
      {!isAudience && (
        <button type="button" className={PLAIN} onClick={then(() => host.setMuted(member.id, !isMuted))}>
          {t(isMuted ? 'room.host.unmute' : 'room.host.mute')}
        </button>
      )}
      <button type="button" className={PLAIN} onClick={then(() => host.setAudience(member.id, !isAudience))}>
        {t(isAudience ? 'room.host.toTalker' : 'room.host.toAudience')}
      </button>
      <button type="button" className={`${PLAIN} text-danger-strong`} onClick={() => setAsking(true)}>
        {t('room.host.remove')}
      </button>
    </div>
  );
}
