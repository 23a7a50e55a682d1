import { deleteNote, NOTE_MAX, saveNote, type Note } from '@lectern/marketplace-contract';
import { NotebookPen, Pencil, Trash2 } from 'lucide-react';
import { useState, type FormEvent, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { callApi } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { Button } from '../../../ui/button.js';
import { Failed } from '../../../ui/failed.js';
import { Section } from '../../../ui/section.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { TextArea } from '../../../ui/text-area.js';
import { toastError } from '../../../ui/toast.js';
import { clockText } from '../../../lib/clock-text.js';
import type { UseQueryResult } from '@tanstack/react-query';

export interface NotesPanelProps {
  readonly unitId: string;
  readonly notes: UseQueryResult<Note[]>;
  readonly onNotes: (notes: Note[]) => void;
  /** Where the video is; 0 for articles. */
  readonly second: () => number;
  readonly now: number;
  readonly onSeek: (second: number) => void;
}

/** The notes that the member takes at positions of the unit. */
export function NotesPanel({ unitId, notes, onNotes, second, now, onSeek }: NotesPanelProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const [content, setContent] = useState('');
  const [edited, setEdited] = useState<Note>();
  const [isBusy, setIsBusy] = useState(false);
  const list = notes.data ?? [];

  /** @returns true if it succeeded */
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      toastError(failureText(error, t));
    } finally {
      setIsBusy(false);
    }
  };

  const close = (): void => {
    setContent('');
    setEdited(undefined);
  };

  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (isBusy || content.trim() === '') return;
    void attempt(async () => {
      const at = edited?.second ?? second();
      const body = { unit_id: unitId, second: at, content, ...(edited && { id: edited.id }) };
      const saved = await callApi(saveNote, body, { locale });
      const others = list.filter(({ id }) => id !== saved.id);
      onNotes([...others, saved].sort((a, b) => a.second - b.second));
      close();
    });
  };

  const remove = (id: string): Promise<void> =>
    attempt(async () => {
      await callApi(deleteNote, { id }, { locale });
      onNotes(list.filter((one) => one.id !== id));
      if (edited?.id === id) close();
    });

  return (
    <Section title={t('player.notes')}>
      <form onSubmit={save} className="grid gap-3">
        <TextArea
          label={t('player.notes.label')}
          rows={2}
          maxLength={NOTE_MAX}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={isBusy || content.trim() === ''}>
            <NotebookPen aria-hidden className="size-5" />
            {edited === undefined ? t('player.notes.add', { at: clockText(now) }) : t('player.notes.change')}
          </Button>
          {edited !== undefined && (
            <Button look="quiet" onClick={close}>
              {t('player.notes.cancel')}
            </Button>
          )}
        </div>
      </form>
      {notes.isPending && <Skeleton className="h-16 w-full" />}
      {notes.isLoadingError && <Failed text={failureText(notes.error, t)} onRetry={() => void notes.refetch()} />}
      {notes.data !== undefined && list.length === 0 && <p className="text-ink-soft">{t('player.notes.none')}</p>}
      {list.length > 0 && (
        <ul aria-label={t('player.notes')} className="grid gap-2">
          {list.map((note) => (
            <li key={note.id} className="flex items-start gap-3 rounded-xl bg-sunken p-3">
              <button
                type="button"
                aria-label={t('player.notes.go', { at: clockText(note.second) })}
                onClick={() => onSeek(note.second)}
                className="rounded-lg bg-amber-tint px-2 py-1 text-sm font-medium text-amber tabular-nums"
              >
                {clockText(note.second)}
              </button>
              <p className="min-w-0 grow break-words whitespace-pre-line">{note.content}</p>
              <IconButton
                label={t('player.notes.edit')}
                onClick={() => {
                  setEdited(note);
                  setContent(note.content);
                }}
              >
                <Pencil aria-hidden className="size-4" />
              </IconButton>
              <IconButton label={t('player.notes.remove')} onClick={() => void remove(note.id)}>
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function IconButton({
  label,
  onClick,
  children,
}: {
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactElement;
}): ReactElement {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid size-9 shrink-0 place-items-center rounded-lg text-ink-soft hover:bg-surface hover:text-ink"
    >
      {children}
    </button>
  );
}
