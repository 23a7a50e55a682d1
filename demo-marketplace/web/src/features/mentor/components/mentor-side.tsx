import { changeType, CurrentType } from '@lectern/marketplace-contract';
import { ArrowLeftRight } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { useLocale, useText } from '../../../i18n/use-text.js';
import { askApi } from '../../../lib/api-client.js';
import { failureText } from '../../../lib/failure-text.js';
import { Button } from '../../../ui/button.js';
import { Empty } from '../../../ui/empty.js';
import { toastDone, toastError } from '../../../ui/toast.js';
import { useMember } from '../../session/hooks/use-member.js';
import { members } from '../../session/lib/members.js';

/** Shows the mentor's screens on the mentor's side; a mentor who is on the learner's is asked to come over. */
export function MentorSide({ children }: { readonly children: ReactNode }): ReactNode {
  const { member } = useMember();
  return member?.current_type === CurrentType.Mentor ? children : <ComeOver />;
}

function ComeOver(): ReactElement {
  const t = useText();
  const locale = useLocale();
  const comeOver = async (): Promise<void> => {
    try {
      const { msg } = await askApi(changeType, { type: CurrentType.Mentor }, { locale });
      await members.renew();
      toastDone(msg);
    } catch (error) {
      toastError(failureText(error, t));
    }
  };
  return (
    <Empty icon={ArrowLeftRight} title={t('mentor.side.title')} text={t('mentor.side.text')}>
      <Button onClick={() => void comeOver()}>{t('mentor.side.switch')}</Button>
    </Empty>
  );
}
