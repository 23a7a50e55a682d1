import { MOBILE_AREAS, SITE_AREA, type MobileArea } from '@lectern/marketplace-contract';
import type { ComponentProps, ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { SelectField, TextField } from '../../../ui/field.js';

const OTHERS = (Object.keys(MOBILE_AREAS) as MobileArea[]).filter((area) => area !== SITE_AREA);
/** The site's own comes first. */
const AREAS = [SITE_AREA, ...OTHERS];

export interface MobileFieldsProps {
  readonly area: ComponentProps<'select'>;
  readonly number: ComponentProps<'input'>;
  readonly error: string | undefined;
}

/** A mobile with its country code. */
export function MobileFields({ area, number, error }: MobileFieldsProps): ReactElement {
  const t = useText();
  return (
    <div className="grid grid-cols-[8.5rem_minmax(0,1fr)] items-start gap-2">
      <SelectField {...area} label={t('account.area')} autoComplete="tel-country-code">
        {AREAS.map((one) => (
          <option key={one} value={one}>
            {t(`account.area.${one}`)}
          </option>
        ))}
      </SelectField>
      <TextField {...number} label={t('account.mobile')} error={error} type="tel" autoComplete="tel-national" />
    </div>
  );
}
