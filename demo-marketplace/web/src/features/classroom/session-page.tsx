import { EntryRefusal, type SessionRoom } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useParams } from 'react-router';
import { failureText } from '../../api/failure-text.js';
import { useLocale, useText } from '../../i18n/use-text.js';
import { livePath } from '../../lib/item-pages.js';
import { momentText } from '../../lib/moment-text.js';
import { sessionTime } from '../../lib/session-time.js';
import { formatSeconds, useCountdown } from '../../lib/use-countdown.js';
import { LinkButton } from '../../ui/button.js';
import { Failed } from '../../ui/failed.js';
import { Header } from '../../ui/header.js';
import { Notice } from '../../ui/notice.js';
import { PageSkeleton } from '../../ui/skeleton.js';
import { isMissing } from '../../api/missing.js';
import { sessionQuery } from './api/sessions.js';
import { Classroom } from './components/classroom.js';
import { LobbyHeading } from './components/lobby.js';
import { sessionTitle, useSessionEntrance } from './hooks/use-session-entrance.js';
import { ID } from '../../lib/query.js';

/** Longer waits are shown as a date. */
const COUNTDOWN_FROM_S = 3_600;
/** Bounds of the time after which a session that is not open yet is asked for again. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
const NOTHING = { name: '', room: '', password: '' };

/** The classroom of a session, `/classroom/:session`: its lobby, and the class. */
export function SessionPage(): ReactElement {
  const { session = '' } = useParams();
  return ID.test(session) ? <Loaded key={session} id={session} /> : <Missing />;
}

function Loaded({ id }: { readonly id: string }): ReactElement {
  const t = useText();
  const result = useQuery({
    ...sessionQuery(id),
    // A class may be moved or cancelled meanwhile, and the one answer at its opening may be lost.
    refetchInterval: ({ state }) => waitOf(state.data, Date.now() - state.dataUpdatedAt),
  });
  if (result.data !== undefined) return <Shown room={result.data} />;
  if (result.isLoadingError && isMissing(result.error)) return <Missing />;
  return (
    <Framed>
      <h1 className="sr-only">{t('lobby.title')}</h1>
      {result.isLoadingError ? (
        <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </Framed>
  );
}

/** Time until a session that is not open yet is asked for again, at its opening at the latest; false once it is open. */
function waitOf(room: SessionRoom | undefined, ageMs: number): number | false {
  if (room?.refusal !== EntryRefusal.TooEarly) return false;
  const left = Date.parse(room.opens_at) - Date.parse(room.server_time) - ageMs;
  return Math.min(LONGEST_WAIT_MS, Math.max(SHORTEST_WAIT_MS, left));
}

interface ShownProps {
  readonly room: SessionRoom;
}

/** True while the member can, or will be able to, enter. */
const canWait = ({ refusal }: SessionRoom): boolean => refusal === null || refusal === EntryRefusal.TooEarly;

function Shown({ room }: ShownProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const entrance = useSessionEntrance(room);
  // A class that ends, or a ticket that is returned, does not end the screen that somebody is in.
  const [wasAdmitted, setAdmitted] = useState(canWait(room));
  if (!wasAdmitted && canWait(room)) setAdmitted(true);
  if (!wasAdmitted && room.refusal !== null) return <Refused room={room} refusal={room.refusal} />;
  const { session, live } = room;
  const text = t('lobby.class.text', { host: live.host.name, time: sessionTime(locale, session) });
  return (
    <Classroom
      entrance={entrance}
      form={NOTHING}
      heading={<LobbyHeading title={sessionTitle(room)} text={text} />}
      {...(room.refusal === EntryRefusal.TooEarly && { waiting: <Waiting room={room} /> })}
      exit={{ to: livePath(live.id), text: t('over.class') }}
    />
  );
}

/** Counts down to the opening of the room. */
function Waiting({ room: { session, opens_at, server_time } }: ShownProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const left = useCountdown({ until: opens_at, serverTime: server_time }) ?? 0;
  return (
    <div className="grid gap-1 text-center">
      <p className="font-medium tabular-nums">
        {left <= COUNTDOWN_FROM_S
          ? t('lobby.opensIn', { time: formatSeconds(left) })
          : t('lobby.opensAt', { time: momentText(locale, opens_at) })}
      </p>
      <p className="text-sm text-ink-soft">{t('lobby.opens.text', { time: sessionTime(locale, session) })}</p>
    </div>
  );
}

interface RefusedProps {
  readonly room: SessionRoom;
  readonly refusal: EntryRefusal;
}

function Refused({ room: { live }, refusal }: RefusedProps): ReactElement {
  const t = useText();
  return (
    <Framed>
      <Notice title={t(`lobby.refused.${refusal}`)} text={t(`lobby.refused.${refusal}.text`, { title: live.title })}>
        <LinkButton to={livePath(live.id)}>{t('over.class')}</LinkButton>
      </Notice>
    </Framed>
  );
}

function Missing(): ReactElement {
  const t = useText();
  return (
    <Framed>
      <Notice title={t('lobby.missing')} text={t('lobby.missing.text')}>
        <LinkButton to="/kecheng-live">{t('lobby.toClasses')}</LinkButton>
      </Notice>
    </Framed>
  );
}

function Framed({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main className="mx-auto flex w-full max-w-6xl grow flex-col px-4 sm:px-6">{children}</main>
    </div>
  );
}
