import { LIVE_TITLE_MAX, TIMELINE_MAX, type TimelineEntry } from '@lectern/marketplace-contract';
import { CalendarPlus, Plus, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { useLocale, useText } from '../../../../i18n/use-text.js';
import { Button } from '../../../../ui/button.js';
import { Empty } from '../../../../ui/empty.js';
import { TextField } from '../../../../ui/field.js';
import { Section } from '../../../../ui/section.js';
import { viewerZone } from '../../../../lib/session-time.js';
import { LANGUAGE_TAGS, LanguageSwitch, type TextLanguage } from '../../editor/language-switch.js';
import { replacedAt } from '../../editor/lists.js';
import { MomentField } from './fields.js';
import { newSession, withoutSession } from './live-draft.js';
import { ListFault } from './list-fault.js';
import type { StepProps } from './step-props.js';
import { UndoBar, useRemoval } from './removal.js';

/** The time in which the class is announced, and its sessions. */
export function TimelineStep({ draft, isLocked, errorOf }: StepProps): ReactElement {
  const t = useText();
  const [language, setLanguage] = useState<TextLanguage>(useLocale() === 'en' ? 'en' : 'zh');
  const { document, set } = draft;
  const { timeline } = document;
  const removal = useRemoval(draft);
  const add = (): void => set({ timeline: [...timeline, newSession(document)] });
  return (
    <div className="grid gap-6">
      <LanguageSwitch value={language} onChange={setLanguage} />
      <Section title={t('plan.broadcast')} text={t('plan.broadcast.text', { zone: viewerZone() })}>
        <div className="grid gap-5 sm:grid-cols-2">
          <MomentField
            label={t('plan.broadcast.start')}
            error={errorOf('broadcast_start')}
            value={document.broadcast_start}
            onChange={(broadcast_start) => set({ broadcast_start })}
          />
          <MomentField
            label={t('plan.broadcast.end')}
            error={errorOf('broadcast_end')}
            value={document.broadcast_end}
            onChange={(broadcast_end) => set({ broadcast_end })}
          />
        </div>
      </Section>
      <ListFault error={errorOf('timeline')}>
        {timeline.length === 0 && (
          <Empty icon={CalendarPlus} title={t('plan.session.none')} text={t('plan.session.none.text')}>
            {!isLocked && <Button onClick={add}>{t('plan.session.add')}</Button>}
          </Empty>
        )}
      </ListFault>
      {timeline.map((session, index) => (
        <Session
          key={session.ref}
          {...{ session, index, language, errorOf }}
          onChange={(change) => set({ timeline: replacedAt(timeline, index, (one) => ({ ...one, ...change })) })}
          onRemove={
            isLocked ? undefined : () => removal.remove('plan.session.removed', withoutSession(document, session.ref))
          }
        />
      ))}
      {!isLocked && timeline.length > 0 && timeline.length < TIMELINE_MAX && (
        <Button look="quiet" className="justify-self-start" onClick={add}>
          <Plus aria-hidden className="size-5" />
          {t('plan.session.add')}
        </Button>
      )}
      <UndoBar removal={removal} />
    </div>
  );
}

function Session({
  session,
  index,
  language,
  errorOf,
  onChange,
  onRemove,
}: {
  readonly session: TimelineEntry;
  readonly index: number;
  readonly language: TextLanguage;
  readonly errorOf: StepProps['errorOf'];
  readonly onChange: (change: Partial<TimelineEntry>) => void;
  readonly onRemove: (() => void) | undefined;
}): ReactElement {
  const t = useText();
  const number = index + 1;
  const at = `timeline.${index}`;
  return (
    <Section title={t('plan.session', { number })}>
      <TextField
        label={t('plan.session.title')}
        error={errorOf(`${at}.title.${language}`, `${at}.title`)}
        lang={LANGUAGE_TAGS[language]}
        value={session.title[language]}
        maxLength={LIVE_TITLE_MAX}
        onChange={(event) => onChange({ title: { ...session.title, [language]: event.target.value } })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <MomentField
          label={t('plan.session.start')}
          error={errorOf(`${at}.start_at`)}
          value={session.start_at}
          onChange={(start_at) => onChange({ start_at })}
        />
        <MomentField
          label={t('plan.session.end')}
          error={errorOf(`${at}.end_at`)}
          value={session.end_at}
          onChange={(end_at) => onChange({ end_at })}
        />
      </div>
      {onRemove !== undefined && (
        <Button look="quiet" className="justify-self-start" onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
          {t('plan.session.remove', { number })}
        </Button>
      )}
    </Section>
  );
}
