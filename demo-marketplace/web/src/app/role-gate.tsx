import { WifiOff } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useApiClient } from '../api/use-api-client.js';
import { refreshMember, useMember } from '../features/session/index.js';
import { useText } from '../i18n/use-text.js';
import { Button, LinkButton } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { PageSkeleton } from '../ui/skeleton.js';
import { accessOf } from './access.js';
import { paths, type RoutePath } from '../lib/site-map.js';
import { useRoute } from './use-route.js';

/** The page where a member gets the missing role or permission. */
const WAYS: Readonly<Record<'enterprise' | 'personal' | 'mentor' | 'staff', RoutePath>> = {
  enterprise: '/qiye-login',
  personal: '/q_info',
  mentor: '/shenqing',
  staff: '/user-info',
};

/**
 * Renders a screen for members with access to it; the others see which role or permission they lack and how to get it.
 */
export function RoleGate({ children }: { readonly children: ReactNode }): ReactNode {
  const route = useRoute();
  const { phase, member } = useMember();
  if (route === undefined || route.isPublic) return children;
  if (phase === 'unreachable') return <Unreachable />;
  // The login has ended; the redirection to the login page is in progress.
  if (member === undefined) return <PageSkeleton />;
  const access = accessOf(route, member);
  if (access.kind === 'granted') return children;
  if (access.kind === 'not-permitted') return <Navigate replace to={paths.noPermission} />;
  return <Refused lacks={access.lacks} />;
}

function Refused({ lacks }: { readonly lacks: keyof typeof WAYS }): ReactElement {
  const t = useText();
  return (
    <Notice title={t('forbidden.title')} text={t(`forbidden.${lacks}`)}>
      <LinkButton to={WAYS[lacks]}>{t(`forbidden.${lacks}.action`)}</LinkButton>
      <LinkButton look="quiet" to={paths.home}>
        {t('app.home')}
      </LinkButton>
    </Notice>
  );
}

function Unreachable(): ReactElement {
  const t = useText();
  const client = useApiClient();
  return (
    <Notice
      title={t('ui.failed.title')}
      text={t('request.failed')}
      icon={<WifiOff aria-hidden className="mb-6 size-10 text-ink-soft" />}
    >
      <Button onClick={() => void refreshMember(client)}>{t('ui.retry')}</Button>
    </Notice>
  );
}
