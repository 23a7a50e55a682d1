import { FailureReason, type FieldProblem } from '@lectern/marketplace-contract';
import { CloudOff } from 'lucide-react';
import type { ReactElement } from 'react';
import { ApiError } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import type { MessageId } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { SavingState, type Saving } from './draft-saver.js';

interface RefusedProps {
  /** The message of a fault that says what is wrong without the name of its field; undefined if there is none. */
  readonly messageOf: (field: string, problem: FieldProblem) => MessageId | undefined;
  readonly onReload: () => void;
  readonly onRetry: () => Promise<boolean>;
}

/** Shown while changes cannot be saved, with a remedy. */
export function SavingProblem({
  saving: { state, error },
  ...props
}: RefusedProps & { readonly saving: Saving }): ReactElement | null {
  if (state === SavingState.Away) return <Away onRetry={props.onRetry} />;
  if (state === SavingState.Failed) return <Refused error={error} {...props} />;
  return null;
}

/** Shown while the server or the network is unreachable; nothing is lost as long as the page stays open. */
function Away({ onRetry }: { readonly onRetry: () => Promise<boolean> }): ReactElement {
  const t = useText();
  return (
    <output className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-amber-tint p-4">
      <span className="flex min-w-0 grow basis-64 gap-3">
        <CloudOff aria-hidden className="mt-0.5 size-5 shrink-0 text-amber" />
        {t('mentor.saving.away.text')}
      </span>
      <Button look="quiet" onClick={() => void onRetry()}>
        {t('mentor.saving.now')}
      </Button>
    </output>
  );
}

/** The reason why changes are not saved, with a remedy. */
function Refused({ error, messageOf, onReload, onRetry }: RefusedProps & { readonly error: unknown }): ReactElement {
  const t = useText();
  const isStale =
    error instanceof ApiError &&
    (error.reason === FailureReason.VersionStale || error.reason === FailureReason.StateChanged);
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const named = fields.map(([field, problem]) => messageOf(field, problem)).find((message) => message !== undefined);
  return (
    <Alert>
      <p>{named === undefined ? failureText(error, t) : t(named)}</p>
      {isStale && (
        <Button look="quiet" className="mt-3" onClick={onReload}>
          {t('mentor.editor.reload')}
        </Button>
      )}
      {!isStale && fields.length === 0 && (
        <Button look="quiet" className="mt-3" onClick={() => void onRetry()}>
          {t('ui.retry')}
        </Button>
      )}
    </Alert>
  );
}
