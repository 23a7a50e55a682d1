import type { AnyAction, RequestOf } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useCall } from '../api/use-call.js';
import { Alert } from './alert.js';
import { Button } from './button.js';
import { Dialog } from './dialog.js';

interface Asking<A extends AnyAction> {
  readonly action: A;
  /** The request body of the action. */
  readonly body: Omit<RequestOf<A>, 'client_token'>;
  /** Labels of the two buttons. */
  readonly confirm: string;
  readonly keep: string;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export interface ConfirmDialogProps<A extends AnyAction> extends Omit<Asking<A>, 'body'> {
  readonly title: string;
  readonly text: string;
  /** Undefined while the dialog is closed. */
  readonly body: Asking<A>['body'] | undefined;
}

/** Asks for confirmation of a destructive action, and performs it. */
export function ConfirmDialog<A extends AnyAction>(props: ConfirmDialogProps<A>): ReactElement {
  const { title, text, body, ...rest } = props;
  return (
    <Dialog title={title} text={text} isOpen={body !== undefined} onClose={props.onClose}>
      {body !== undefined && <Asked {...rest} body={body} />}
    </Dialog>
  );
}

/** A component of its own, so that its error is discarded when the dialog closes. */
function Asked<A extends AnyAction>({ action, body, confirm, keep, onClose, onDone }: Asking<A>): ReactElement {
  const { call, isBusy, problem } = useCall(action);
  const act = async (): Promise<void> => {
    if ((await call(body)) !== undefined) onDone();
  };
  return (
    <>
      {problem !== undefined && <Alert>{problem}</Alert>}
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onClose}>
          {keep}
        </Button>
        <Button look="danger" aria-disabled={isBusy} onClick={() => void act()}>
          {confirm}
        </Button>
      </div>
    </>
  );
}
