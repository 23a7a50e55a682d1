import { LiveKind, LiveStatus, ReportTarget, type LiveInfo } from '@lectern/marketplace-contract';
import { MapPin, Video } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { useText } from '../../i18n/use-text.js';
import { livePath } from '../../lib/item-pages.js';
import { Avatar } from '../../ui/avatar.js';
import { Badge } from '../../ui/badge.js';
import { RichText } from '../../ui/rich-text.js';
import { Section } from '../../ui/section.js';
import { Cover, mentorPath, ReportLink, WishButton } from '../catalogue/index.js';
import { ChatButton } from '../chat/index.js';
import { ShareButton, ShareKind } from '../share/index.js';
import { LiveLoaded } from './components/live-loaded.js';
import { MyTickets } from './components/my-tickets.js';
import { TicketTypes } from './components/ticket-types.js';
import { Timeline } from './components/timeline.js';

/** A live class or activity, `?id=`: what it is, when, and its tickets. */
export function LivePage(): ReactElement {
  const t = useText();
  return <LiveLoaded title={t('route.live-info')}>{(live) => <Shown live={live} />}</LiveLoaded>;
}

function Shown({ live }: { readonly live: LiveInfo }): ReactElement {
  const t = useText();
  return (
    <div className="grid items-start gap-6 py-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8 lg:py-8">
      <title>{`${live.title} · ${t('app.name')}`}</title>
      <Head live={live} />
      <div className="grid gap-6 lg:sticky lg:top-6 lg:row-span-2">
        {live.tickets.length > 0 && <MyTickets tickets={live.tickets} />}
        <TicketTypes live={live} />
      </div>
      <div className="grid gap-6">
        <Timeline live={live} />
        {live.intro_html !== '' && (
          <Section title={t('live.about')}>
            <RichText html={live.intro_html} />
          </Section>
        )}
      </div>
    </div>
  );
}

function Head({ live }: { readonly live: LiveInfo }): ReactElement {
  const t = useText();
  const { host } = live;
  return (
    <header className="grid gap-5">
      <div className="overflow-hidden rounded-3xl border border-line">
        <Cover id={live.id} title={live.title} picture={live.cover} isFirst />
      </div>
      <div className="flex flex-wrap gap-2">
        <Badge>{t(`live.kind.${live.kind}`)}</Badge>
        {live.status === LiveStatus.Paused && <Badge tone="warn">{t('live.paused')}</Badge>}
      </div>
      <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{live.title}</h1>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-soft">
        <Link to={mentorPath(host.id)} className="flex items-center gap-2 rounded-lg font-medium text-ink">
          <Avatar name={host.name} picture={host.headimg} className="size-8 text-xs" />
          {host.name}
        </Link>
        <Place live={live} />
      </div>
      <div className="flex flex-wrap gap-x-2 gap-y-3 sm:gap-x-3">
        <ShareButton kind={ShareKind.Live} title={live.title} path={livePath(live.id)} />
        {!live.mine && (
          <WishButton
            type={live.kind === LiveKind.Activity ? 'activity' : 'live'}
            id={live.id}
            title={live.title}
            isWished={live.wished}
            look="button"
          />
        )}
        {!live.mine && <ChatButton memberId={host.id} name={host.name} />}
        {!live.mine && (
          <ReportLink
            isSmall
            type={live.kind === LiveKind.Activity ? ReportTarget.Activity : ReportTarget.Live}
            id={live.id}
            name={live.title}
          />
        )}
      </div>
    </header>
  );
}

function Place({ live }: { readonly live: LiveInfo }): ReactElement {
  const t = useText();
  if (live.mode === 'online') {
    return (
      <span className="flex items-center gap-1.5">
        <Video aria-hidden className="size-4" />
        {t('live.mode.online')}
      </span>
    );
  }
  return (
    <span className="flex items-center gap-1.5">
      <MapPin aria-hidden className="size-4" />
      {live.venue}
      {live.map_link !== '' && (
        <a href={live.map_link} target="_blank" rel="noopener noreferrer" className="underline underline-offset-4">
          {t('live.map')}
        </a>
      )}
    </span>
  );
}
