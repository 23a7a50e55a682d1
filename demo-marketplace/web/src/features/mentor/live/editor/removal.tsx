import { useState, type ReactElement } from 'react';
import type { MessageId } from '../../../../i18n/messages.js';
import { useText } from '../../../../i18n/use-text.js';
import { RemovedBar } from '../../editor/removed-bar.js';
import type { DraftDocument } from './live-draft.js';
import type { LiveDraft } from './use-live-draft.js';

type Lists = Pick<DraftDocument, 'timeline' | 'packages'>;

interface Removed {
  readonly number: number;
  readonly text: MessageId;
  readonly before: Lists;
  readonly after: Partial<DraftDocument>;
}

export interface Removal {
  /** The removal that can be undone; undefined once its lists were changed again. */
  readonly removed: Removed | undefined;
  readonly remove: (text: MessageId, change: Partial<DraftDocument>) => void;
  readonly undo: () => void;
  readonly close: () => void;
}

/** Removes entries of the lists of a class; the last removal can be undone until a list is changed again. */
export function useRemoval({ document, set }: LiveDraft): Removal {
  const [removed, setRemoved] = useState<Removed>();
  const { timeline, packages } = document;
  const isLatest =
    removed !== undefined &&
    (removed.after.timeline ?? timeline) === timeline &&
    (removed.after.packages ?? packages) === packages;
  return {
    removed: isLatest ? removed : undefined,
    remove: (text, after) => {
      setRemoved((last) => ({ number: (last?.number ?? 0) + 1, text, before: { timeline, packages }, after }));
      set(after);
    },
    undo: () => {
      if (removed !== undefined) set(removed.before);
      setRemoved(undefined);
    },
    close: () => setRemoved(undefined),
  };
}

/** Offers to undo the last removal. */
export function UndoBar({ removal }: { readonly removal: Removal }): ReactElement | null {
  const t = useText();
  const { removed, undo, close } = removal;
  if (removed === undefined) return null;
  return <RemovedBar key={removed.number} text={t(removed.text)} onUndo={undo} onClose={close} />;
}
