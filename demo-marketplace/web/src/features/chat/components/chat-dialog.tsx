import type { MemberInfo } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type ReactElement } from 'react';
import { failureText } from '../../../api/failure-text.js';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { Failed } from '../../../ui/failed.js';
import { Spinner } from '../../../ui/spinner.js';
import { personQuery, publicMemberQuery } from '../api/people.js';
import { useChatClient } from '../hooks/use-chat.js';
import type { ChatPartner } from '../lib/open-chat.js';
import { ThreadView } from './thread-view.js';

export interface ChatDialogProps {
  readonly partner: ChatPartner;
  readonly member: MemberInfo;
  readonly onClose: () => void;
}

/** The chat with one person, above every page; the page behind it stays usable. */
export function ChatDialog({ partner, member, onClose }: ChatDialogProps): ReactElement {
  const t = useText();
  const titleId = useId();
  const person = usePartner(partner);
  const dialog = useRef<HTMLDialogElement>(null);
  const [asker] = useState(() => document.activeElement);
  const onKey = useEffectEvent(({ key, target }: KeyboardEvent): void => {
    if (key === 'Escape' && target instanceof Node && dialog.current?.contains(target) === true) onClose();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(
    () => () => {
      if (asker instanceof HTMLElement && asker.isConnected) asker.focus();
    },
    [asker],
  );
  return (
    <dialog
      open
      ref={dialog}
      aria-labelledby={titleId}
      className="fixed inset-0 z-40 m-0 flex size-full max-h-none max-w-none flex-col bg-surface p-0 text-ink shadow-card sm:top-auto sm:left-auto sm:right-4 sm:bottom-4 sm:h-[min(40rem,calc(100dvh-2rem))] sm:w-96 sm:rounded-2xl sm:border sm:border-line"
    >
      <header className="flex shrink-0 items-center gap-3 border-b border-line py-2 pr-2 pl-4">
        <Avatar name={person.name} picture={person.headimg} className="size-9 text-sm" />
        <h2 id={titleId} className="min-w-0 grow truncate font-semibold">
          {t('chat.with', { name: person.name })}
        </h2>
        <button
          type="button"
          aria-label={t('ui.close')}
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </button>
      </header>
      <Body person={person} member={member} />
    </dialog>
  );
}

interface Person {
  readonly uid: string;
  readonly name: string;
  readonly headimg: string;
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly retry: () => void;
}

/** The account, name and picture of the person to chat with. */
function usePartner(partner: ChatPartner): Person {
  const isMember = 'memberId' in partner;
  const byId = useQuery({ ...publicMemberQuery(isMember ? partner.memberId : ''), enabled: isMember });
  const byUid = useQuery({ ...personQuery(isMember ? '' : partner.uid), enabled: !isMember });
  const { error, isPending, refetch } = isMember ? byId : byUid;
  const found = isMember ? byId.data : byUid.data;
  return {
    uid: isMember ? (byId.data?.hx_uid ?? '') : partner.uid,
    name: found?.name ?? (isMember ? partner.name : ''),
    headimg: found?.headimg ?? '',
    ...{ error, isPending },
    retry: () => void refetch(),
  };
}

function Body({ person, member }: { readonly person: Person; readonly member: MemberInfo }): ReactElement {
  const t = useText();
  const client = useChatClient();
  const { uid, name, headimg, error, isPending, retry } = person;
  if (uid !== '' && client !== undefined) {
    return <ThreadView client={client} uid={uid} partner={{ name, picture: headimg }} member={member} />;
  }
  if (error !== null) return <Failed text={failureText(error, t)} onRetry={retry} />;
  if (isPending || (uid !== '' && member.hx_username !== '')) {
    return (
      <output className="flex grow items-center justify-center gap-2 text-ink-soft">
        <Spinner />
        {t('chat.opening')}
      </output>
    );
  }
  return <p className="p-6 text-ink-soft">{t(uid === '' ? 'chat.noAccount' : 'chat.noOwnAccount')}</p>;
}
