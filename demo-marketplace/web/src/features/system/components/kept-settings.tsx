import type { MemberSettings } from '@lectern/marketplace-contract';
import type { ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Alert } from '../../../ui/alert.js';
import { CheckField, SelectField } from '../../../ui/field.js';
import { Section } from '../../../ui/section.js';
import { useSetting } from '../hooks/use-setting.js';

const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;
const CAPTIONS = ['off', 'zh', 'en'] as const;

export interface KeptSettingsProps {
  readonly settings: MemberSettings;
  readonly onSaved: (settings: MemberSettings) => void;
}

/** The playback settings, which are stored with the account and apply on every device. */
export function KeptSettings({ settings, onSaved }: KeptSettingsProps): ReactElement {
  const t = useText();
  const video = useSetting(onSaved);
  const { player } = settings;
  return (
    <Section title={t('system.player')} text={t('system.player.text')}>
      {video.problem !== undefined && <Alert>{video.problem}</Alert>}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <SelectField
          label={t('system.player.rate')}
          value={player.rate}
          onChange={({ target }) =>
            void video.save({ player: { rate: RATES.find((one) => one === Number(target.value)) ?? 1 } })
          }
        >
          {RATES.map((rate) => (
            <option key={rate} value={rate}>
              {t('system.player.rate.value', { rate })}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('system.player.caption')}
          value={player.caption}
          onChange={({ target }) =>
            void video.save({ player: { caption: CAPTIONS.find((one) => one === target.value) ?? 'off' } })
          }
        >
          {CAPTIONS.map((caption) => (
            <option key={caption} value={caption}>
              {t(`system.player.caption.${caption}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        checked={player.autoplay}
        onChange={({ target }) => void video.save({ player: { autoplay: target.checked } })}
      >
        {t('system.player.autoplay')}
      </CheckField>
    </Section>
  );
}
