import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentProps, type KeyboardEvent, type ReactElement } from 'react';
import { useText } from '../i18n/use-text.js';
import { CONTROL, Field, type FieldProps } from './field.js';

/** A password field that can reveal its value and warns when caps lock is on. */
export function PasswordField({ label, hint, error, ...props }: FieldProps & ComponentProps<'input'>): ReactElement {
  const t = useText();
  const [isShown, setIsShown] = useState(false);
  const [isCapsOn, setIsCapsOn] = useState(false);
  const watchCaps = (event: KeyboardEvent): void => setIsCapsOn(event.getModifierState('CapsLock'));
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={isCapsOn ? t('ui.password.caps') : hint} error={error}>
      {(ids) => (
        <div className="relative">
          <input
            {...props}
            {...ids}
            type={isShown ? 'text' : 'password'}
            onKeyDown={watchCaps}
            onKeyUp={watchCaps}
            aria-invalid={error !== undefined}
            className={`${CONTROL} pr-12`}
          />
          <button
            type="button"
            aria-label={t(isShown ? 'ui.password.hide' : 'ui.password.show')}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-xl text-ink-soft hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
