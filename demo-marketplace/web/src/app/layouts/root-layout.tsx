import { ResultCode } from '@lectern/marketplace-contract';
import { useEffect, useEffectEvent, useRef, type ReactElement } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router';
import { keepSession, onLoginElsewhere, refreshMember, session, useToken } from '../../features/session/index.js';
import { ChatMount } from '../../features/chat/index.js';
import { useText } from '../../i18n/use-text.js';
import { onLoginLost, type ApiError } from '../../api/client.js';
import { useApiClient } from '../../api/use-api-client.js';
import { failureText } from '../../api/failure-text.js';
import { removeCodeTime } from '../../lib/send-code-timer.js';
import { Toaster, toastError, toastErrorOnNextPage, turnToastPage } from '../../ui/toast.js';
import { loginPath, loginPathFrom } from '../../lib/login-path.js';
import { isAllowed } from '../guard.js';
import { useRoute } from '../use-route.js';
import { OfflineBanner } from './offline-banner.js';
import { ScrollMemory } from './scroll-memory.js';

/** Around everything: titles, what happens with each navigation, toasts. */
export function RootLayout(): ReactElement {
  const t = useText();
  const route = useRoute();
  return (
    <>
      {route && route.area !== 'bare' && <title>{`${t(route.title)} · ${t('app.name')}`}</title>}
      <OfflineBanner />
      <Outlet />
      <Arrival />
      <LoginWatch />
      <ChatMount />
      <Toaster />
      <ScrollRestoration />
      <ScrollMemory />
    </>
  );
}

/** Focuses the heading of the page, or the page itself while it has none. */
function focusHeading(): HTMLElement | null {
  const place = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (place && !place.hasAttribute('tabindex')) place.tabIndex = -1;
  place?.focus({ preventScroll: true });
  return place;
}

const isFocusLost = (): boolean => document.activeElement === document.body;

/** After each navigation, focuses the heading of the page and announces its title to screen readers. */
function Arrival(): ReactElement {
  const { pathname, search } = useLocation();
  const said = useRef<HTMLOutputElement>(null);
  const last = useRef<string | undefined>(undefined);
  useEffect(() => {
    const isFirst = last.current === undefined;
    const isSame = last.current === pathname;
    last.current = pathname;
    if (!isSame) turnToastPage();
    // A change of the query keeps the focus, unless the focused element was removed.
    if (isFirst || (isSame && !isFocusLost())) return undefined;
    // A form may have focused a field already, and typing in the search field continues.
    const isKept = document.activeElement?.closest('main form, search') ?? null;
    let place = isKept === null ? focusHeading() : null;
    if (said.current && !isSame) said.current.textContent = document.title;
    // The heading of a loading page is replaced when the page has loaded; the new one takes over the focus.
    const observer = new MutationObserver(() => {
      if (place !== null && !place.isConnected && isFocusLost()) place = focusHeading();
    });
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [pathname, search]);
  return <output ref={said} data-testid="navigation" className="sr-only" />;
}

/** Refreshes member info with each route (specification §4), and leaves pages for members when the login has ended. */
function LoginWatch(): null {
  const t = useText();
  const route = useRoute();
  const token = useToken();
  const client = useApiClient();
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const isPublic = route?.isPublic ?? true;
  const leaveForLogin = useEffectEvent((text: string): void => {
    const to = loginPathFrom({ pathname, search });
    const isLeft = to !== pathname + search;
    if (isLeft) toastErrorOnNextPage(text);
    else toastError(text);
    session.end();
    removeCodeTime();
    if (isLeft) void navigate(to, { replace: true });
  });
  const onRefused = useEffectEvent((error: ApiError): void => {
    if (error.code === ResultCode.LoginElsewhere) return leaveForLogin(failureText(error, t));
    if (isPublic) toastError(failureText(error, t));
    else toastErrorOnNextPage(t('guard.registerNow'));
    session.end();
  });
  const ask = useEffectEvent(async (): Promise<void> => {
    const answer = await refreshMember(client);
    if (answer.kind === 'refused') onRefused(answer.error);
  });

  useEffect(() => session.follow(window), []);
  useEffect(() => keepSession(client, session), [client]);
  useEffect(() => onLoginLost(() => void ask()), []);
  useEffect(() => onLoginElsewhere(() => leaveForLogin(t('guard.elsewhere'))), [t]);

  useEffect(() => {
    if (token !== undefined) void ask();
  }, [key, token]);

  useEffect(() => {
    // A logout navigates by itself.
    if (isAllowed({ isPublic }, token) || session.getSnapshot().isLoggedOut) return;
    void navigate(loginPath(pathname + search), { replace: true });
  }, [isPublic, token, navigate, pathname, search]);
  return null;
}
