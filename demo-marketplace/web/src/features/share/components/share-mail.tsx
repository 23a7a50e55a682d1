import { isEmail, mailServer, ShareType } from '@lectern/marketplace-contract';
import { useEffect, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { askApi } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { messageResolver, useEntryForm } from '../../../lib/use-entry-form.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Spinner } from '../../../ui/spinner.js';
import { toastDone } from '../../../ui/toast.js';

export interface ShareMailProps {
  /** Address of the page, with its origin. */
  readonly link: string;
  readonly onDone: () => void;
  /** Does nothing but close. */
  readonly onCancel: () => void;
}

/** Asks for an e-mail address and has the server send the page there. */
export function ShareMail({ link, onDone, onCancel }: ShareMailProps): ReactElement {
  const t = useText();
  const locale = useLocale();
  const { form, problem, isBusy, onSubmit, errorOf } = useEntryForm<{ email: string }>({
    defaultValues: { email: '' },
    resolver: messageResolver(({ email }) => ({ email: isEmail(email.trim()) ? undefined : t('problem.email') })),
    send: async ({ email }) => {
      try {
        const { msg } = await askApi(mailServer, { email, content: link, id: '', type: ShareType.Page }, { locale });
        toastDone(msg);
        onDone();
        return undefined;
      } catch (error) {
        return failureText(error, t);
      }
    },
  });
  const { setFocus } = form;
  // The form was just opened, so its field takes the focus.
  useEffect(() => setFocus('email'), [setFocus]);

  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <TextField
        {...form.register('email')}
        type="email"
        label={t('share.mail.to')}
        autoComplete="off"
        error={errorOf('email')}
      />
      {problem !== undefined && <Alert>{problem}</Alert>}
      <div className="flex justify-end gap-3">
        <Button look="quiet" onClick={onCancel}>
          {t('share.mail.cancel')}
        </Button>
        <Button type="submit" aria-disabled={isBusy}>
          {isBusy && <Spinner />}
          {t('share.mail.submit')}
        </Button>
      </div>
    </form>
  );
}
