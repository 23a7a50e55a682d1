import { onAbort } from '../core/abort.js';
import type { ElectronDesktop } from './types.js';

/** Texts of the dialog. */
export interface SourceChooserTexts {
  readonly title: string;
  readonly cancel: string;
}

/**
 * A plain dialog of thumbnails for Electron, for `ElectronDesktop.choose`. Its parts carry the class names
 * `lectern-sources`, `lectern-source` and `lectern-sources-cancel`, for the page's own style.
 */
export function createSourceChooser(
  { title, cancel }: SourceChooserTexts = { title: 'Share a screen or window', cancel: 'Cancel' },
): Required<ElectronDesktop>['choose'] {
  return (sources, signal) =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      dialog.className = 'lectern-sources';
      dialog.ariaLabel = title;
      const add = (className: string, text: string, value: string): HTMLButtonElement => {
        const button = document.createElement('button');
        button.type = 'button';
        button.className = className;
        button.textContent = text;
        button.onclick = () => dialog.close(value);
        dialog.append(button);
        return button;
      };
      for (const { id, name, thumbnail } of sources) {
        const button = add('lectern-source', name, id);
        if (!thumbnail) continue;
        const picture = document.createElement('img');
        picture.src = thumbnail.toDataURL();
        picture.alt = '';
        button.prepend(picture);
      }
      add('lectern-sources-cancel', cancel, '');
      const stopListening = onAbort(signal, () => dialog.close(''));
      dialog.onclose = () => {
        stopListening();
        dialog.remove();
        resolve(sources.find(({ id }) => id === dialog.returnValue));
      };
      document.body.append(dialog);
      dialog.showModal();
    });
}
