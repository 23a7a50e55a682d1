import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { linkOf } from '../lib/drafts.js';

export interface LinkPromptProps {
  readonly onSubmit: (href: string) => void;
  readonly onCancel: () => void;
}

/** Asks for the address of a link. */
export function LinkPrompt({ onSubmit, onCancel }: LinkPromptProps): ReactElement {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<'empty' | 'wrong'>();
  useEffect(() => field.current?.focus(), []);
  const submit = (): void => {
    const link = linkOf(typed);
    if ('href' in link) return onSubmit(link.href);
    setProblem(link.problem);
    field.current?.focus();
  };
  const error = problem && t(problem === 'empty' ? 'chat.problem.link' : 'chat.problem.link.wrong');
  return (
    <fieldset aria-label={t('chat.sendLink')} className="grid gap-3 rounded-xl border border-line p-3">
      <TextField
        type="url"
        label={t('chat.link')}
        autoComplete="off"
        ref={field}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.nativeEvent.stopImmediatePropagation();
            onCancel();
          }
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // The form around it sends the text.
          event.preventDefault();
          submit();
        }}
      />
      <div className="flex justify-end gap-3">
        <Button look="quiet" onClick={onCancel}>
          {t('chat.link.cancel')}
        </Button>
        <Button onClick={submit}>{t('chat.link.submit')}</Button>
      </div>
    </fieldset>
  );
}
