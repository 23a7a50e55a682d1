import type { ReactElement } from 'react';
import { useText } from '../../i18n/use-text.js';
import { Button, LinkButton } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { loginPath } from '../../lib/login-path.js';
import { paths } from '../../lib/site-map.js';

/** Asks visitors who open their messages to register. */
export function RegisterPrompt({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useText();
  return (
    <Dialog isOpen title={t('prompt.messages.title')} text={t('prompt.messages.text')} onClose={onClose}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          {t('prompt.cancel')}
        </Button>
        <LinkButton look="quiet" to={loginPath(paths.messages)} onClick={onClose}>
          {t('nav.login')}
        </LinkButton>
        <LinkButton to={paths.register} onClick={onClose}>
          {t('nav.register')}
        </LinkButton>
      </div>
    </Dialog>
  );
}
