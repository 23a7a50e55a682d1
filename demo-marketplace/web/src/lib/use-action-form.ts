import {
  Channel,
  FieldProblem,
  isAccount,
  type AnyAction,
  type MobileArea,
  type RequestOf,
  type ResponseOf,
} from '@lectern/marketplace-contract';
import type { DefaultValues, FieldValues, Path, Resolver } from 'react-hook-form';
import { useText } from '../i18n/use-text.js';
import { ApiError } from '../api/client.js';
import { failureText } from '../api/failure-text.js';
import { useCall, type Body, type CallSettings } from '../api/use-call.js';
import { contractResolver, type FormProblems } from './form.js';
import { problemText } from './problem-text.js';
import {
  messageResolver,
  useEntryForm,
  type EntryForm,
  type EntryFormOptions,
  type FieldMessages,
} from './use-entry-form.js';

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
  { keepAs }: Pick<EntryFormOptions<Values>, 'keepAs'> = {},
): EntryForm<Values> {
  const t = useText();
  const { ask } = useCall(action);
  const resolver: Resolver<Values> = (values, context, options) => {
    const { channel } = values as AccountForm;
    const textOf = (field: string, kind: FieldProblem) => problemText(t, field, kind, channel);
    return contractResolver<Values>(action.request, textOf, between)(values, context, options);
  };
  return useEntryForm<Values>({
    defaultValues,
    resolver,
    mode: 'onTouched',
    keepAs,
    send: async (values, form) => {
      try {
        await onDone(await ask(values as unknown as Body<A>));
        return undefined;
      } catch (error) {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
        const { channel } = values as AccountForm;
        for (const [field, kind] of fields) {
          form.setError(field as Path<Values>, { message: problemText(t, field, kind, channel) });
        }
        if (fields.length > 0) return undefined;
        const message = failureText(error, t);
        const seconds = error instanceof ApiError ? error.retryAfter : undefined;
        return seconds === undefined ? message : t('account.retryAfter', { message, seconds });
      }
    },
  });
}

export interface CallFormOptions<A extends AnyAction, Values extends FieldValues>
  extends CallSettings, Pick<EntryFormOptions<Values>, 'keepAs'> {
  readonly defaultValues: DefaultValues<Values>;
  /** The messages of fields that are wrong before anything is sent; by default none. */
  readonly check?: ((values: Values) => FieldMessages<Values>) | undefined;
  /** The request for valid values. */
  readonly request: (values: Values) => Body<A>;
  /** The messages for a field of the request that the server refused; by default its own. */
  readonly refused?: (field: string, problem: FieldProblem, values: Values) => FieldMessages<Values>;
  readonly onDone: (data: ResponseOf<A>, values: Values) => void | Promise<void>;
  readonly onFailed?: () => void | Promise<void>;
}

/** A form of which the fields are not those of the request that it sends. */
export function useCallForm<A extends AnyAction, Values extends FieldValues>(
  action: A,
  options: CallFormOptions<A, Values>,
): EntryForm<Values> {
  const { defaultValues, check, request, refused, onDone, onFailed, keepAs, ...settings } = options;
  const t = useText();
  const { ask } = useCall(action, settings);
  const messagesOf = (field: string, problem: FieldProblem, values: Values): FieldMessages<Values> =>
    refused?.(field, problem, values) ??
    ((field in values ? { [field]: problemText(t, field, problem) } : {}) as FieldMessages<Values>);
  return useEntryForm<Values>({
    defaultValues,
    resolver: messageResolver(check),
    keepAs,
    send: async (values, form) => {
      let answer;
      try {
        answer = await ask(request(values));
      } catch (error) {
        const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
        const messages = fields.flatMap(([field, kind]) => Object.entries(messagesOf(field, kind, values)));
        await onFailed?.();
        for (const [field, message] of messages) form.setError(field as Path<Values>, { message: message as string });
        return messages.length > 0 ? undefined : failureText(error, t);
      }
      await onDone(answer, values);
      return undefined;
    },
  });
}
