import { Share2 } from 'lucide-react';
import { createElement, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Part, usePart } from '../../../lib/part.js';
import { Button } from '../../../ui/button.js';
import type { ShareKind } from '../lib/share-links.js';

export interface ShareButtonProps {
  readonly kind: ShareKind;
  /** Title of the shared page. */
  readonly title: string;
  /** Address of the screen, without its origin. */
  readonly path: string;
  /** The path to copy, if it differs from `path`. */
  readonly copyPath?: string;
}

const dialog = new Part(async () => (await import('./share-dialog.js')).ShareDialog);

/** Opens the ways to share a page (specification §2). */
export function ShareButton(props: ShareButtonProps): ReactElement {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  const ShareDialog = usePart(dialog, isOpen, close);
  return (
    <>
      <Button look="quiet" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Share2 aria-hidden className="size-5" />
        {t('share.open')}
      </Button>
      {ShareDialog !== undefined && createElement(ShareDialog, { ...props, onClose: close })}
    </>
  );
}
