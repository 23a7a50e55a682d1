import { Construction } from 'lucide-react';
import type { ReactElement } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useText } from '../i18n/use-text.js';
import { Button, LinkButton } from '../ui/button.js';
import { paths } from '../lib/site-map.js';
import { useRoute } from './use-route.js';

/** In place of a screen that is not built yet. */
export function ComingPage(): ReactElement {
  const t = useText();
  const route = useRoute();
  const navigate = useNavigate();
  // A visitor who came from another site has no earlier page here.
  const hasBack = useLocation().key !== 'default';
  return (
    <div className="m-auto flex max-w-md flex-col items-center px-4 py-16 text-center">
      <meta name="robots" content="noindex" />
      <span className="grid size-16 place-items-center rounded-2xl bg-amber-tint text-amber">
        <Construction aria-hidden className="size-7" />
      </span>
      <p className="mt-6 rounded-full bg-amber-tint px-3 py-1 text-sm font-medium text-amber">{t('coming.badge')}</p>
      <h1 className="mt-3 text-2xl font-semibold sm:text-3xl">{t(route?.title ?? 'app.missing.title')}</h1>
      <p className="mt-3 text-balance text-ink-soft">{t('coming.text')}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        <LinkButton to={paths.home}>{t('app.home')}</LinkButton>
        {hasBack && (
          <Button look="quiet" onClick={() => void navigate(-1)}>
            {t('coming.back')}
          </Button>
        )}
      </div>
    </div>
  );
}
