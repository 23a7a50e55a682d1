import {
  copyCourse,
  deleteCourse,
  pauseCourse,
  resumeCourse,
  type AnyAction,
  type ManagedCard,
} from '@lectern/marketplace-contract';
import { ChartNoAxesColumn, Ellipsis, Image, Pencil, Users } from 'lucide-react';
import { createElement, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { askApi } from '../../../api/client.js';
import { useApiClient } from '../../../api/use-api-client.js';
import { failureText } from '../../../api/failure-text.js';
import { formatMoney } from '../../../lib/money.js';
import { Part } from '../../../lib/part.js';
import { useMenuPart } from '../../../lib/use-menu-part.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import type { CourseMenuProps } from './course-menu.js';
import { CourseStatus } from './course-status.js';

const menu = new Part(async () => (await import('./course-menu.js')).CourseMenu);

export interface CourseRowProps {
  readonly course: ManagedCard;
  /** Called when the state of the course has changed. */
  readonly onChanged: () => void;
}

/** One course of the mentor, with its actions. */
export function CourseRow({ course, onChanged }: CourseRowProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const client = useApiClient();
  const [isBusy, setIsBusy] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, price_cents: price, original_price_cents: original } = course;
  const title = course.title === '' ? t('mentor.courses.untitled') : course.title;

  const act = async (action: AnyAction): Promise<void> => {
    setIsBusy(true);
    try {
      const { msg } = await askApi(action, { id }, { locale });
      toastDone(msg);
      client.forgetAfterChange();
      onChanged();
    } catch (error) {
      toastError(failureText(error, t));
    } finally {
      setIsBusy(false);
      setIsDeleting(false);
    }
  };

  return (
    <li>
      <article
        aria-label={title}
        className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-3 rounded-2xl border border-line bg-surface p-4 sm:grid-cols-[11rem_minmax(0,1fr)]"
      >
        {course.cover === '' ? (
          <span className="grid aspect-video place-items-center self-start rounded-xl bg-sunken text-ink-soft">
            <Image aria-hidden className="size-8" />
          </span>
        ) : (
          <img src={course.cover} alt="" loading="lazy" className="aspect-video w-full rounded-xl object-cover" />
        )}
        <div className="grid content-start gap-2">
          <CourseStatus course={course} />
          <h2 className="text-lg font-semibold break-keep wrap-anywhere">
            <Link to={`/t_kecheng_add?id=${id}`} className="hover:underline">
              {title}
            </Link>
          </h2>
          <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-ink-soft">
            <span className="font-medium text-ink">{price === 0 ? t('mentor.free') : formatMoney(price)}</span>
            {original > price && <s>{formatMoney(original)}</s>}
            {(course.learners > 0 || (course.status === 'approved' && course.crowdfund_percent === null)) && (
              <span className="inline-flex items-center gap-1.5">
                <Users aria-hidden className="size-4" />
                {t('mentor.courses.learners', { count: course.learners })}
              </span>
            )}
            {course.ratings > 0 && (
              <span>{t('mentor.courses.rating', { rating: course.rating.toFixed(1), count: course.ratings })}</span>
            )}
            {course.crowdfund_percent !== null && (
              <span>{t('mentor.courses.funded', { percent: course.crowdfund_percent })}</span>
            )}
          </p>
        </div>
        {course.refuse_reason !== '' && (
          <p className="col-span-2 rounded-xl bg-danger-tint px-3 py-2 text-sm break-words whitespace-pre-line text-danger-strong sm:col-span-1 sm:col-start-2 dark:text-ink">
            {t('mentor.courses.reason', { reason: course.refuse_reason })}
          </p>
        )}
        <div className="col-span-2 flex flex-wrap gap-2 sm:col-span-1 sm:col-start-2">
          <LinkButton look="quiet" to={`/t_kecheng_add?id=${id}`}>
            <Pencil aria-hidden className="size-4" />
            {t('mentor.courses.edit')}
          </LinkButton>
          {course.status === 'approved' && (
            <LinkButton look="quiet" to={`/t_kecheng?course=${id}`}>
              <ChartNoAxesColumn aria-hidden className="size-4" />
              {t('mentor.courses.dashboard')}
            </LinkButton>
          )}
          <MoreButton
            course={course}
            title={title}
            isBusy={isBusy}
            onPause={() => void act(course.is_paused ? resumeCourse : pauseCourse)}
            onCopy={() => void act(copyCourse)}
            onDelete={() => setIsDeleting(true)}
          />
        </div>
      </article>
      <Dialog
        title={t('mentor.courses.delete.title')}
        text={t('mentor.courses.delete.text', { title })}
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
      >
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="quiet" onClick={() => setIsDeleting(false)}>
            {t('mentor.cancel')}
          </Button>
          <Button look="danger" disabled={isBusy} onClick={() => void act(deleteCourse)}>
            {t('mentor.courses.delete.confirm')}
          </Button>
        </div>
      </Dialog>
    </li>
  );
}

type MoreButtonProps = Omit<CourseMenuProps, 'trigger' | 'isOpen' | 'onOpenChange'> & {
  readonly title: string;
  readonly isBusy: boolean;
};

/** Opens the menu of a course. */
function MoreButton({ title, isBusy, ...props }: MoreButtonProps): ReactElement {
  const t = useText();
  const { Menu, isOpen, setIsOpen, opener } = useMenuPart(menu);
  const button = (
    <Button
      look="quiet"
      disabled={isBusy}
      className="ml-auto sm:ml-0"
      aria-label={t('mentor.courses.more', { title })}
      {...(Menu === undefined && opener)}
    >
      <Ellipsis aria-hidden className="size-5" />
    </Button>
  );
  if (Menu === undefined) return button;
  return createElement(Menu, { ...props, trigger: button, isOpen, onOpenChange: setIsOpen });
}
