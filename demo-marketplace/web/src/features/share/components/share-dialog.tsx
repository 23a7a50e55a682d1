import { Copy, Mail, MessageCircle, Users } from 'lucide-react';
import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Alert } from '../../../ui/alert.js';
import { Dialog } from '../../../ui/dialog.js';
import { CONTROL } from '../../../ui/field.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { toastDone } from '../../../ui/toast.js';
import { feedDialog, GREETINGS, MESSENGERS, sharePage, type Messenger } from '../lib/share-links.js';
import type { ShareButtonProps } from './share-button.js';

const ShareMail = lazy(async () => ({ default: (await import('./share-mail.js')).ShareMail }));

const WAY =
  'flex min-h-13 w-full items-center gap-3 rounded-xl border border-line px-4 py-2 text-left font-medium hover:border-line-strong hover:bg-sunken';

/** The ways to share a page. */
export function ShareDialog({
  kind,
  title,
  path,
  copyPath = path,
  onClose,
}: ShareButtonProps & { readonly onClose: () => void }): ReactElement {
  const t = useText();
  const [asksMail, setAsksMail] = useState(false);
  const [isUncopied, setIsUncopied] = useState(false);
  const { origin } = window.location;
  const page = sharePage(origin, path);
  const greeting = `${t(GREETINGS[kind], { platform: t('app.name'), title })} ${page}`;

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(origin + copyPath);
      toastDone(t('share.copied'));
      onClose();
    } catch {
      setIsUncopied(true);
    }
  };

  const outside = (label: string, href: string, icon: ReactNode): ReactElement => (
    <a key={label} href={href} target="_blank" rel="noopener noreferrer" onClick={onClose} className={WAY}>
      {icon}
      {label}
      <span className="sr-only">{t('share.newTab')}</span>
    </a>
  );

  return (
    <Dialog title={t('share.open')} text={title} isOpen onClose={onClose}>
      {asksMail ? (
        <Suspense fallback={<Skeleton className="h-36 rounded-xl" />}>
          <ShareMail link={origin + path} onDone={onClose} onCancel={() => setAsksMail(false)} />
        </Suspense>
      ) : (
        <div className="grid gap-3">
          <button type="button" onClick={() => void copy()} className={WAY}>
            <Copy aria-hidden className="size-5 text-accent" />
            {t('share.copy')}
          </button>
          {isUncopied && (
            <>
              <Alert>{t('share.copyFailed')}</Alert>
              <input
                readOnly
                aria-label={t('share.byHand')}
                value={origin + copyPath}
                onFocus={(event) => event.target.select()}
                className={CONTROL}
              />
            </>
          )}
          <button type="button" onClick={() => setAsksMail(true)} className={WAY}>
            <Mail aria-hidden className="size-5 text-accent" />
            {t('share.mail')}
          </button>
          {(Object.keys(MESSENGERS) as Messenger[]).map((name) =>
            outside(name, MESSENGERS[name](greeting), <MessageCircle aria-hidden className="size-5 text-accent" />),
          )}
          {outside(
            'Facebook',
            feedDialog(page, import.meta.env['VITE_FACEBOOK_APP_ID'] as string | undefined),
            <Users aria-hidden className="size-5 text-accent" />,
          )}
        </div>
      )}
    </Dialog>
  );
}
