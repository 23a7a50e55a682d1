import { isEmail, mailServer, ShareType } from '@lectern/marketplace-contract';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { askApi } from '../../../api/client.js';
import { failureText } from '../../../api/failure-text.js';
import { Alert } from '../../../ui/alert.js';
import { Button } from '../../../ui/button.js';
import { TextField } from '../../../ui/field.js';
import { Form } from '../../../ui/form.js';
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
  const field = useRef<HTMLInputElement>(null);
  // The form was just opened, so its field takes the focus.
  useEffect(() => field.current?.focus(), []);
  const [email, setEmail] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  const send = async (): Promise<void> => {
    setIsBusy(true);
    setProblem(undefined);
    try {
      const { msg } = await askApi(mailServer, { email, content: link, id: '', type: ShareType.Page }, { locale });
      toastDone(msg);
      onDone();
    } catch (error) {
      setProblem(failureText(error, t));
      setIsBusy(false);
    }
  };
  const submit = async (): Promise<void> => {
    const isRight = isEmail(email.trim());
    setIsRefused(!isRight);
    if (isRight && !isBusy) await send();
  };

  return (
    <Form onSubmit={submit} className="grid gap-5">
      <TextField
        type="email"
        label={t('share.mail.to')}
        autoComplete="off"
        ref={field}
        value={email}
        error={isRefused ? t('problem.email') : undefined}
        onChange={(event) => setEmail(event.target.value)}
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
    </Form>
  );
}
