import { useText } from '../../../i18n/use-text.js';
import { classroomLink, type ClassAddress } from '../../../lib/class-link.js';
import { toastDone, toastError } from '../../../ui/toast.js';

/** Copies the link to a class, and confirms it with a toast. */
export function useCopyInvite(address: ClassAddress): () => void {
  const t = useText();
  return () => {
    const link = new URL(classroomLink(address), location.origin).href;
    // Absent on addresses that are not secure.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    (clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
      () => toastDone(t('room.invite.copied')),
      () => toastError(t('room.invite.failed', { link })),
    );
  };
}
