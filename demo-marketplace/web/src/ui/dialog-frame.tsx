import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useText } from '../i18n/use-text.js';

export interface DialogFrameProps {
  readonly title: string;
  readonly text?: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The content and behaviour of an open dialog. */
export function DialogFrame({ title, text, onClose, children }: DialogFrameProps): ReactElement {
  const t = useText();
  const [asker] = useState(() => document.activeElement);
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          {...(text === undefined && { 'aria-describedby': undefined })}
          // Radix returns the focus only to its own trigger, which these dialogs do not have.
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (asker instanceof HTMLElement && asker.isConnected) asker.focus();
          }}
          className="fixed inset-x-4 top-1/2 z-40 mx-auto max-h-[85dvh] max-w-md -translate-y-1/2 overflow-y-auto rounded-2xl bg-surface p-6 text-ink shadow-card"
        >
          <Radix.Title className="pr-10 text-xl font-semibold">{title}</Radix.Title>
          {text !== undefined && <Radix.Description className="mt-2 text-ink-soft">{text}</Radix.Description>}
          <div className="mt-6">{children}</div>
          <Radix.Close
            aria-label={t('ui.close')}
            className="absolute top-4 right-4 grid size-10 place-items-center rounded-lg text-ink-soft hover:bg-sunken hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
