import { KeyRound, MonitorSmartphone, RefreshCw } from 'lucide-react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../i18n/use-text.js';
import { Button, LinkButton } from '../ui/button.js';
import { classroomLink, newClass } from '../lib/class-link.js';
import { ClassPicture } from './class-picture.js';
import { paths } from './routes.js';

const points = [
  { icon: KeyRound, id: 'home.point.private' },
  { icon: RefreshCw, id: 'home.point.steady' },
  { icon: MonitorSmartphone, id: 'home.point.anywhere' },
] as const;

/** The way in. */
export function HomePage(): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  return (
    <div className="flex grow flex-col justify-center gap-12 py-8 lg:py-12">
      <title>{`${t('app.name')} · ${t('home.title')}`}</title>
      <div className="grid items-center gap-10 lg:grid-cols-[1.1fr_1fr]">
        <div>
          <h1 className="text-4xl font-semibold tracking-tight sm:text-5xl lg:text-6xl">{t('home.title')}</h1>
          <p className="mt-5 max-w-prose text-lg text-ink-soft">{t('home.text')}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <Button size="large" onClick={() => void navigate(classroomLink(newClass()))}>
              {t('home.open')}
            </Button>
            <LinkButton size="large" look="quiet" to={paths.classroom}>
              {t('home.join')}
            </LinkButton>
          </div>
        </div>
        <ClassPicture />
      </div>
      <ul className="grid gap-x-8 gap-y-4 border-t border-line pt-8 sm:grid-cols-3">
        {points.map(({ icon: Icon, id }) => (
          <li key={id} className="flex items-center gap-3">
            <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-accent-tint text-accent">
              <Icon aria-hidden className="size-5" />
            </span>
            <span className="text-balance">{t(id)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
