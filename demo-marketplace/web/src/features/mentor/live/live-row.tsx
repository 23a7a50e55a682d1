import { deleteLive, pauseLive, resumeLive, type ManagedLiveCard } from '@lectern/marketplace-contract';
import { CalendarDays, Eye, Image, Pause, Pencil, Play, Ticket, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { askApi } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { livePath } from '../../../lib/item-pages.js';
import { Badge } from '../../../ui/badge.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import { momentText } from '../../../lib/moment-text.js';
import { editorPath } from './live-paths.js';
import { LiveStatus } from './live-status.js';

export interface LiveRowProps {
  readonly live: ManagedLiveCard;
  /** Called when the state of the class or activity has changed. */
  readonly onChanged: () => void;
}

/** One class or activity of the mentor, with its actions. */
export function LiveRow({ live, onChanged }: LiveRowProps): ReactElement {
  const t = useText();
  const title = live.title === '' ? t('plan.untitled') : live.title;
  return (
    <li>
      <article
        aria-label={title}
        className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-2xl border border-line bg-surface p-4 sm:grid-cols-[11rem_minmax(0,1fr)]"
      >
        {live.cover === '' ? (
          <span className="grid aspect-video place-items-center self-start rounded-xl bg-sunken text-ink-soft">
            <Image aria-hidden className="size-8" />
          </span>
        ) : (
          <img src={live.cover} alt="" loading="lazy" className="aspect-video w-full rounded-xl object-cover" />
        )}
        <div className="grid content-start gap-2">
          <span className="flex flex-wrap gap-2">
            <LiveStatus status={live.status} isOver={live.is_over} />
            <Badge>{t(`plan.kind.${live.kind}`)}</Badge>
          </span>
          <h2 className="text-lg font-semibold break-keep wrap-anywhere">
            <Link to={editorPath(live.id)} className="hover:underline">
              {title}
            </Link>
          </h2>
          <Figures live={live} />
        </div>
        {live.refuse_reason !== '' && (
          <p className="col-span-2 rounded-xl bg-danger-tint px-3 py-2 text-sm break-words whitespace-pre-line text-danger-strong sm:col-span-1 sm:col-start-2 dark:text-ink">
            {t('plan.reason', { reason: live.refuse_reason })}
          </p>
        )}
        <Actions live={live} title={title} onChanged={onChanged} />
      </article>
    </li>
  );
}

function Figures({ live }: { readonly live: ManagedLiveCard }): ReactElement {
  const t = useText();
  const locale = useLocale();
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <span className="inline-flex items-center gap-1.5">
        <CalendarDays aria-hidden className="size-4" />
        {live.start_at === null ? t('plan.noTime') : momentText(locale, live.start_at)}
        {live.sessions > 1 && ` · ${t('plan.sessions', { count: live.sessions })}`}
      </span>
      {live.quantity > 0 && (
        <span className="inline-flex items-center gap-1.5 tabular-nums">
          <Ticket aria-hidden className="size-4" />
          {t('plan.sold', { sold: live.sold, quantity: live.quantity })}
        </span>
      )}
    </p>
  );
}

function Actions({ live, title, onChanged }: LiveRowProps & { readonly title: string }): ReactElement {
  const t = useText();
  const locale = useLocale();
  const client = useApiClient();
  const [isBusy, setIsBusy] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, status } = live;
  const isPaused = status === 'paused';
  const isEditable = status === 'draft' || status === 'refused';
  const isPublished = status === 'approved' || isPaused;
  const Toggle = isPaused ? Play : Pause;

  const toggle = async (): Promise<void> => {
    setIsBusy(true);
    try {
      const { msg } = await askApi(isPaused ? resumeLive : pauseLive, { id }, { locale });
      toastDone(msg);
      client.forgetAfterChange();
      onChanged();
    } catch (error) {
      toastError(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
      {isEditable ? (
        <LinkButton look="quiet" to={editorPath(id)}>
          <Pencil aria-hidden className="size-4" />
          {t('plan.edit')}
        </LinkButton>
      ) : (
        <LinkButton look="quiet" to={isPublished ? livePath(id) : editorPath(id)}>
          <Eye aria-hidden className="size-4" />
          {t(isPublished ? 'plan.view' : 'plan.look')}
        </LinkButton>
      )}
      {isPublished && !live.is_over && (
        <Button look="quiet" disabled={isBusy} onClick={() => void toggle()}>
          <Toggle aria-hidden className="size-4" />
          {t(isPaused ? 'plan.resume' : 'plan.pause')}
        </Button>
      )}
      {isEditable && (
        <Button look="quiet" onClick={() => setIsDeleting(true)}>
          <Trash2 aria-hidden className="size-4" />
          {t('plan.delete')}
        </Button>
      )}
      <ConfirmDialog
        title={t('plan.delete.title')}
        text={t('plan.delete.text', { title })}
        action={deleteLive}
        body={isDeleting ? { id } : undefined}
        confirm={t('plan.delete.confirm')}
        keep={t('mentor.cancel')}
        onClose={() => setIsDeleting(false)}
        onDone={() => {
          setIsDeleting(false);
          onChanged();
        }}
      />
    </div>
  );
}
