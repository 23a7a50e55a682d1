import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { ClassPicture } from './class-picture.js';
import { useText } from '../../../i18n/use-text.js';
import { classroomLink, newClass } from '../../../lib/class-link.js';
import { Button, LinkButton } from '../../../ui/button.js';

/** The class that everybody may open: no account, nothing to install. */
export function ClassroomStrip(): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  return (
    <section
      aria-label={t('home.class')}
      className="grid items-center gap-8 rounded-3xl bg-accent-tint p-6 sm:p-10 lg:grid-cols-[1.1fr_1fr]"
    >
      <div>
        <h2 className="text-3xl font-semibold tracking-tight">{t('home.class')}</h2>
        <p className="mt-3 max-w-prose text-lg">{t('home.class.text')}</p>
        <ul className="mt-4 grid list-inside list-disc gap-1">
          {(['home.point.private', 'home.point.steady', 'home.point.anywhere'] as const).map((id) => (
            <li key={id}>{t(id)}</li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button size="large" onClick={() => void navigate(classroomLink(newClass()))}>
            {t('home.open')}
          </Button>
          <LinkButton size="large" look="quiet" to="/classroom">
            {t('home.join')}
          </LinkButton>
        </div>
      </div>
      <ClassPicture />
    </section>
  );
}
