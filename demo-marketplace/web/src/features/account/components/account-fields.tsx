import { Channel, type MobileArea } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { MessageId } from '../../../i18n/messages.js';
import { useText } from '../../../i18n/use-text.js';
import { TextField } from '../../../ui/field.js';
import { MobileFields } from './mobile-fields.js';

/** The fields that identify an account, shared by every form that asks for one. */
export interface AccountValues {
  channel: Channel;
  area: MobileArea;
  account: string;
}

export interface AccountFieldsProps<Values extends AccountValues & FieldValues> {
  readonly form: UseFormReturn<Values>;
  readonly channel: Channel;
  /** Label of the choice of a channel. */
  readonly label: MessageId;
  readonly error: string | undefined;
}

const CHANNELS = [
  { id: Channel.Mobile, label: 'account.channel.mobile' },
  { id: Channel.Email, label: 'account.channel.email' },
] as const;

/** The fields for a mobile number or an email address. */
export function AccountFields<Values extends AccountValues & FieldValues>({
  form,
  channel,
  label,
  error,
}: AccountFieldsProps<Values>): ReactElement {
  const t = useText();
  const account = form.register('account' as Path<Values>);
  return (
    <>
      <fieldset className="flex rounded-xl bg-sunken p-1">
        <legend className="sr-only">{t(label)}</legend>
        {CHANNELS.map(({ id, label: text }) => (
          <label
            key={id}
            className="flex min-h-10 grow cursor-pointer items-center justify-center rounded-lg px-4 text-ink-soft has-checked:bg-surface has-checked:font-medium has-checked:text-ink has-checked:shadow-sm has-focus-visible:outline-2 has-focus-visible:outline-ring"
          >
            <input
              {...form.register('channel' as Path<Values>, {
                onChange: () => form.resetField('account' as Path<Values>),
              })}
              type="radio"
              value={id}
              className="sr-only"
            />
            {t(text)}
          </label>
        ))}
      </fieldset>
      {channel === Channel.Mobile ? (
        <MobileFields area={form.register('area' as Path<Values>)} number={account} error={error} />
      ) : (
        <TextField {...account} label={t('account.email')} error={error} type="email" autoComplete="email" />
      )}
    </>
  );
}
