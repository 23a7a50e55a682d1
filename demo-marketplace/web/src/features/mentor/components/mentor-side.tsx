import { CurrentType } from '@lectern/marketplace-contract';
import { ArrowLeftRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { Button } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { useMember, useSessionActions } from '../../session/index.js';

/** Renders the mentor's screens on the mentor's side; a mentor on the learner's side is asked to switch. */
export function MentorSide({ children }: { readonly children: ReactNode }): ReactNode {
  const { member } = useMember();
  return member?.current_type === CurrentType.Mentor ? children : <ComeOver />;
}

function ComeOver(): ReactElement {
  const t = useText();
  const { switchTo } = useSessionActions();
  return (
    <Empty icon={ArrowLeftRight} title={t('mentor.side.title')} text={t('mentor.side.text')}>
      <Button onClick={() => void switchTo(CurrentType.Mentor)}>{t('mentor.side.switch')}</Button>
    </Empty>
  );
}
