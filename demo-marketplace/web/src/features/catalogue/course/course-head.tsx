import { ReportTarget, type CourseInfo } from '@lectern/marketplace-contract';
import { Clock, Globe, Pencil, SignalHigh, Users } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { Avatar } from '../../../ui/avatar.js';
import { Badge } from '../../../ui/badge.js';
import { LinkButton } from '../../../ui/button.js';
import { ShareButton, ShareKind } from '../../share/index.js';
import { Cover } from '../components/cover.js';
import { campaignTag } from '../components/crowdfund-bar.js';
import { Rating } from '../components/rating.js';
import { ReportLink } from '../components/report-link.js';
import { WishButton } from '../components/wish-button.js';
import { lengthText } from '../lib/figures.js';
import { coursePath, mentorPath } from '../lib/paths.js';

/** The head of the course page: title, images and key figures. */
export function CourseHead({ course }: { readonly course: CourseInfo }): ReactElement {
  const t = useText();
  const campaign = campaignTag(course.crowdfund);
  const locale = useLocale();
  const days = new Intl.DateTimeFormat(locale === 'en' ? 'en' : 'zh-TW', { dateStyle: 'medium' });
  const updated = days.format(Date.parse(course.updated_at));
  return (
    <header className="grid gap-5">
      <Pictures course={course} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {campaign !== undefined && <Badge tone="warn">{t(campaign)}</Badge>}
        {course.owned && <Badge tone="good">{t('catalogue.owned')}</Badge>}
        {course.paused && <Badge tone="warn">{t('course.paused')}</Badge>}
        {course.status !== 'approved' && <Badge tone="warn">{t('course.unpublished')}</Badge>}
      </div>
      <div>
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{course.title}</h1>
        {course.subtitle !== '' && <p className="mt-3 text-lg text-ink-soft">{course.subtitle}</p>}
      </div>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-soft">
        <Link to={mentorPath(course.mentor.id)} className="flex items-center gap-2 rounded-lg font-medium text-ink">
          <Avatar name={course.mentor.name} picture={course.mentor.headimg} className="size-8 text-xs" />
          {course.mentor.name}
        </Link>
        <a href="#reviews" className="rounded-lg text-ink">
          <Rating rating={course.rating} ratings={course.ratings} />
        </a>
        {course.learners > 0 && (
          <span className="flex items-center gap-1.5">
            <Users aria-hidden className="size-4" />
            {t('catalogue.learners', { count: course.learners })}
          </span>
        )}
        {course.seconds > 0 && (
          <span className="flex items-center gap-1.5">
            <Clock aria-hidden className="size-4" />
            {lengthText(course.seconds, t)}
          </span>
        )}
        <span className="flex items-center gap-1.5">
          <SignalHigh aria-hidden className="size-4" />
          {t(`course.level.${course.level}`)}
        </span>
        <span className="flex items-center gap-1.5">
          <Globe aria-hidden className="size-4" />
          {t(course.lang === 'en' ? 'course.lang.en' : 'course.lang.zh')}
        </span>
        <span>{t('course.updated', { date: updated })}</span>
      </p>
      <div className="flex flex-wrap gap-x-2 gap-y-3 sm:gap-x-3">
        {!course.mine && !course.owned && (
          <WishButton id={course.id} title={course.title} isWished={course.wished} look="button" />
        )}
        <ShareButton
          kind={ShareKind.Course}
          title={course.title}
          path={coursePath(course.id)}
          copyPath={`/pages/detail/detail?id=${course.id}`}
        />
        {!course.mine && <ReportLink isSmall type={ReportTarget.Course} id={course.id} name={course.title} />}
        {course.mine && (
          <LinkButton look="quiet" to={`/t_kecheng_add?id=${course.id}`}>
            <Pencil aria-hidden className="size-4" />
            {t('course.edit')}
          </LinkButton>
        )}
      </div>
    </header>
  );
}

/** The images of the course: one large, the others as thumbnails. */
function Pictures({ course }: { readonly course: CourseInfo }): ReactElement {
  const t = useText();
  const [index, setIndex] = useState(0);
  const shown = course.images[index] ?? course.cover;
  return (
    <div className="grid gap-3">
      <div className="overflow-hidden rounded-3xl border border-line">
        {course.clip_url !== '' && index === 0 ? (
          <video
            controls
            preload="none"
            playsInline
            poster={shown}
            src={course.clip_url}
            aria-label={t('course.clip', { title: course.title })}
            className="aspect-video w-full bg-black object-contain"
          />
        ) : (
          <Cover id={course.id} title={course.title} picture={shown} isFirst />
        )}
      </div>
      {course.images.length > 1 && (
        <div className="flex gap-3">
          {course.images.map((image, at) => (
            <button
              key={image}
              type="button"
              aria-label={t('course.picture', { index: at + 1 })}
              aria-pressed={at === index}
              data-preview
              onClick={() => setIndex(at)}
              className="w-24 overflow-hidden rounded-xl border-2 border-transparent aria-pressed:border-accent"
            >
              <Cover id={course.id} title={course.title} picture={image} />
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
