import type { AnyAction, RequestOf } from '@lectern/marketplace-contract';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { Button } from '../../../ui/button.js';
import { toastDone } from '../../../ui/toast.js';
import type { DecisionWords } from './decision-dialog.js';

const DecisionDialog = lazy(async () => ({ default: (await import('./decision-dialog.js')).DecisionDialog }));

export interface Choice<A extends AnyAction> {
  readonly id: string;
  /** Text of the button that opens the dialog. */
  readonly label: string;
  readonly words: DecisionWords;
  readonly body: (reason: string) => Omit<RequestOf<A>, 'client_token'>;
}

export interface DecisionProps<A extends AnyAction> {
  readonly action: A;
  /** The most frequent choice comes first. */
  readonly choices: readonly Choice<A>[];
  /** A secondary decision on the page; none of its buttons is emphasised. */
  readonly isAside?: boolean;
  /** It is decided: what waited does not any more. */
  readonly onDone: () => void;
}

/** Buttons for a decision; each asks for confirmation. */
export function Decision<A extends AnyAction>({
  action,
  choices,
  isAside = false,
  onDone,
}: DecisionProps<A>): ReactElement {
  const t = useText();
  const [asked, setAsked] = useState<Choice<A>>();
  const { isBusy, problem, call } = useCall(action);
  const decide = async ({ body }: Choice<A>, reason: string): Promise<void> => {
    if ((await call(body(reason))) === undefined) return;
    setAsked(undefined);
    toastDone(t('office.done'));
    onDone();
  };
  // One choice is emphasised: the first that is not destructive.
  const usual = isAside ? undefined : choices.find(({ words }) => words.look !== 'danger');
  return (
    <div className="flex flex-wrap gap-3">
      {choices.map((choice) => (
        <Button key={choice.id} look={choice === usual ? 'solid' : 'quiet'} onClick={() => setAsked(choice)}>
          {choice.label}
        </Button>
      ))}
      {asked && (
        <Suspense fallback={null}>
          <DecisionDialog
            words={asked.words}
            isBusy={isBusy}
            problem={problem}
            onConfirm={(reason) => decide(asked, reason)}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
