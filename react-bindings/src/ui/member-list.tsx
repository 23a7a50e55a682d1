import { Role, type MemberSnapshot } from '@lectern/rtc';
import { useLocalMember, useMembers, useRoles } from '@lectern/react';
import { useState, type ReactElement } from 'react';
import { Problem } from './problem.js';
import { useTexts } from './texts.js';

/** The members, the local one first; an admin also sees requests to talk, and may mute and remove. */
export function MemberList(): ReactElement {
  const text = useTexts();
  const me = useLocalMember();
  const others = useMembers();
  const roles = useRoles();
  const [error, setError] = useState<unknown>();
  const run = (act: Promise<unknown>): void => {
    setError(undefined);
    act.catch(setError);
  };
  const roleOf = ({ role }: MemberSnapshot): string =>
    role === Role.Admin ? text('host') : role === Role.Audience ? text('audience') : '';
  return (
    <div className="lectern-members">
      <Problem error={error} />
      {roles.requests.map((request) => (
        <fieldset key={request.memberId} aria-label={text('wantsToTalk', { name: request.nickName })}>
          <p>{text('wantsToTalk', { name: request.nickName })}</p>
          <button type="button" onClick={() => run(roles.agree(request))}>
            {text('agree')}
          </button>
          <button type="button" onClick={() => roles.refuse(request)}>
            {text('refuse')}
          </button>
        </fieldset>
      ))}
      <ul>
        {[...(me ? [me] : []), ...others].map((member) => (
          <li key={member.id}>
            <span>
              {member.displayName} {member.isLocal && `(${text('you')})`} <small>{roleOf(member)}</small>
            </span>
            {roles.isAdmin && !member.isLocal && (
              <>
                <button
                  type="button"
                  aria-label={text('silence', { name: member.displayName })}
                  onClick={() => run(roles.mute(member))}
                >
                  🔇
                </button>
                <button
                  type="button"
                  aria-label={text('remove', { name: member.displayName })}
                  onClick={() => run(roles.kick(member))}
                >
                  ✕
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
