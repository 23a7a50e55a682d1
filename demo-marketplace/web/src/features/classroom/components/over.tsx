import { ExitReason } from '@lectern/rtc';
import { DoorOpen } from 'lucide-react';
import type { ReactElement } from 'react';
import { Header } from '../../../ui/header.js';
import { useText } from '../../../i18n/use-text.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { Notice } from '../../../ui/notice.js';
import type { Ending } from '../lib/phase.js';

/** The signalling gave up after its last attempt (specification §8). */
const RECONNECT_FAILED = -95270;

type EndingKind = 'self' | 'removed' | 'ended' | 'elsewhere' | 'lost' | 'failed';

/** Maps the ending of a class to the text that is shown. */
export function endingKindOf(ending: Ending): EndingKind {
  if (ending === 'self') return 'self';
  if (ending.code === RECONNECT_FAILED) return 'lost';
  if (ending.reason === ExitReason.OtherDevice) return 'elsewhere';
  if (ending.reason === ExitReason.Refused) return 'removed';
  return ending.reason === ExitReason.Closed || ending.reason === ExitReason.HangUp ? 'ended' : 'failed';
}

export interface OverProps {
  readonly ending: Ending;
  /** A link that leads away from the class. */
  readonly exit: { readonly to: string; readonly text: string };
  readonly onRejoin: () => void;
}

/** The screen after a class: the reason for its end, and a button to rejoin. */
export function Over({ ending, exit, onRejoin }: OverProps): ReactElement {
  const t = useText();
  const kind = endingKindOf(ending);
  const detail = ending === 'self' ? '' : (ending.message ?? '');
  return (
    <div className="flex min-h-dvh flex-col">
      <Header />
      <main className="flex grow flex-col">
        <Notice
          title={t(`over.title.${kind}`)}
          text={t(`over.text.${kind}`, { detail })}
          icon={
            <span className="mb-6 grid size-16 place-items-center rounded-2xl bg-accent-tint text-accent">
              <DoorOpen aria-hidden className="size-7" />
            </span>
          }
        >
          <Button onClick={onRejoin}>{t('over.rejoin')}</Button>
          <LinkButton look="quiet" to={exit.to}>
            {exit.text}
          </LinkButton>
        </Notice>
      </main>
    </div>
  );
}
