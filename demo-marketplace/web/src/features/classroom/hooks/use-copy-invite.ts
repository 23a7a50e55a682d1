import { useText } from '../../../i18n/use-text.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import type { Meeting } from '../lib/entrance.js';

/** Copies the link to a class, and confirms it with a toast. */
export function useCopyInvite({ link: path }: Meeting): () => void {
  const t = useText();
  return () => {
    const link = new URL(path, location.origin).href;
    // Absent on addresses that are not secure.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    (clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toastDone(t('room.invite.copied')),
      () => toastError(t('room.invite.failed', { link })),
    );
  };
}
