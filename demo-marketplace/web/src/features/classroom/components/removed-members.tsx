import { readmitMember } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { useCall } from '../../../api/use-call.js';
import { useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { toastError } from '../../../ui/toast.js';
import { removedQuery } from '../api/sessions.js';

/** A removal is known to the marketplace a moment after it happened in the class. */
const REFETCH_MS = 2_000;

/** Members whom the host removed from the class, each with a button that lets them come back. */
export function RemovedMembers({ session }: { readonly session: string }): ReactElement | null {
  const t = useText();
  const query = removedQuery(session);
  const { data } = useQuery({ ...query, refetchInterval: REFETCH_MS });
  const { call, isBusy, problem } = useCall(readmitMember, { invalidates: [query.queryKey] });

  useEffect(() => {
    if (problem !== undefined) toastError(problem);
  }, [problem]);

  if (data === undefined || data.list.length === 0) return null;
  return (
    <section className="border-t border-line p-4" aria-label={t('room.removed')}>
      <h3 className="text-sm font-medium">{t('room.removed')}</h3>
      <ul className="mt-2 grid gap-2">
        {data.list.map(({ id, name, headimg }) => (
          <li key={id} className="flex items-center gap-3">
            <Avatar name={name} picture={headimg} className="size-9 text-sm" />
            <span className="min-w-0 grow truncate">{name}</span>
            <button
              type="button"
              aria-disabled={isBusy}
              aria-label={t('room.removed.readmit.name', { name })}
              onClick={() => void call({ session_id: session, member_id: id })}
              className="min-h-11 rounded-xl border border-line-strong px-3 text-sm font-medium hover:bg-white/10"
            >
              {t('room.removed.readmit')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
