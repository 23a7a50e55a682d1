import {
  Channel,
  FieldProblem,
  isAccount,
  type AnyAction,
  type MobileArea,
  type RequestOf,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import { useState, type SubmitEvent } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import { useText } from '../i18n/use-text.js';
import { ApiError } from '../api/client.js';
import { failureText } from '../api/failure-text.js';
import { contractResolver, type FormProblems } from './form.js';
import { problemText } from './problem-text.js';
import { useApiClient } from '../api/use-api-client.js';
import { useFaultFocus } from './use-fault-focus.js';

export interface ActionForm<Values extends FieldValues> {
  readonly form: UseFormReturn<Values>;
  /** The error of the form as a whole. */
  readonly problem: string | undefined;
  readonly isBusy: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  /** The error message of a field; undefined if it has none. */
  readonly errorOf: (field: Path<Values>) => string | undefined;
}

interface AccountForm {
  readonly channel?: Channel;
  readonly area?: MobileArea;
  readonly account?: string;
  readonly mobile?: string;
  readonly password?: string;
  readonly password2?: string;
}

/** An account must have the form of its channel, a mobile that of its area, and a password be repeated. */
function between({ channel, area, account, mobile, password, password2 }: AccountForm): FormProblems {
  const isMalformed = (of: Channel | undefined, text: string | undefined): boolean =>
    of !== undefined && text !== undefined && !isAccount({ channel: of, area, account: text.trim() });
  return {
    ...(isMalformed(channel, account) && { account: FieldProblem.Malformed }),
    ...(isMalformed(Channel.Mobile, mobile) && { mobile: FieldProblem.Malformed }),
    ...(password2 !== undefined && password2 !== password && { password2: FieldProblem.Mismatch }),
  };
}

/**
 * A form for the request of one action: validated by its schema, with refused fields marked and other errors above it.
 */
export function useActionForm<A extends AnyAction, Values extends FieldValues & RequestOf<A>>(
  action: A,
  defaultValues: DefaultValues<Values>,
  onDone: (data: ResponseOf<A>) => void | Promise<void>,
): ActionForm<Values> {
  const t = useText();
  const client = useApiClient();
  const [problem, setProblem] = useState<string>();
  const showFault = useFaultFocus();
  const form = useForm<Values>({
    defaultValues,
    mode: 'onTouched',
    // The first fault on the screen is focused, whatever the order in which fields were registered.
    shouldFocusError: false,
    resolver: (values, context, options) => {
      const channel = (values as { readonly channel?: Channel }).channel;
      const textOf = (field: string, kind: Parameters<typeof problemText>[2]) => problemText(t, field, kind, channel);
      return contractResolver<Values>(action.request, textOf, between)(values, context, options as never) as never;
    },
  });

  const send = async (values: FieldValues): Promise<void> => {
    setProblem(undefined);
    try {
      const answer = await client.call(action, values as RequestOf<A>);
      client.forgetAfterChange();
      await onDone(answer);
    } catch (error) {
      const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
      const channel = (values as { readonly channel?: Channel }).channel;
      for (const [field, kind] of fields) {
        form.setError(field as Path<Values>, { message: problemText(t, field, kind, channel) });
      }
      if (fields.length > 0) return;
      const message = failureText(error, t);
      const seconds = error instanceof ApiError ? error.retryAfter : undefined;
      setProblem(seconds === undefined ? message : t('account.retryAfter', { message, seconds }));
    }
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    const element = event.currentTarget;
    await form.handleSubmit(send)(event);
    showFault(element);
  };

  return {
    form,
    problem,
    isBusy: form.formState.isSubmitting,
    onSubmit: (event) => void submit(event),
    errorOf: (field) => {
      const error = form.getFieldState(field, form.formState).error;
      return error?.message;
    },
  };
}
