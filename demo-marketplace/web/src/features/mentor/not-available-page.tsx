import { Hourglass } from 'lucide-react';
import type { ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../lib/site-map.js';
import { useText } from '../../i18n/use-text.js';
import { Button, LinkButton } from '../../ui/button.js';
import { useMember } from '../session/index.js';

/** A page for parts of the mentor area that are not available now, with links to go on. */
export function NotAvailablePage(): ReactElement {
  const t = useText();
  const navigate = useNavigate();
  const { member } = useMember();
  const isPending = member?.provider_check_status === 1;
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-6 py-10 text-center">
      <span className="grid size-16 place-items-center rounded-2xl bg-sunken text-ink-soft">
        <Hourglass aria-hidden className="size-7" />
      </span>
      <div>
        <h1 className="text-2xl font-semibold sm:text-3xl">{t('mentor.notAvailable.title')}</h1>
        <p className="mt-3 text-balance text-ink-soft">
          {t(isPending ? 'mentor.notAvailable.pending' : 'mentor.notAvailable.text')}
        </p>
      </div>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => void navigate(-1)}>{t('mentor.notAvailable.back')}</Button>
        {isPending ? (
          <LinkButton look="quiet" to="/shenqing">
            {t('mentor.notAvailable.application')}
          </LinkButton>
        ) : member?.provider_check_status === 2 ? (
          <>
            <LinkButton look="quiet" to="/teacher">
              {t('mentor.toStudio')}
            </LinkButton>
            <LinkButton look="quiet" to="/t_kecheng">
              {t('route.t_kecheng')}
            </LinkButton>
          </>
        ) : (
          <LinkButton look="quiet" to={paths.home}>
            {t('app.home')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
