import {
  addCampaignUpdate,
  CAMPAIGN_IMAGES_MAX,
  CAMPAIGN_UPDATE_MAX,
  CANCEL_REASON_MAX,
  cancelCrowdfund,
  type CrowdfundBrief,
} from '@lectern/marketplace-contract';
import { useState, type ReactElement } from 'react';
import { useText } from '../../../i18n/use-text.js';
import { useCall } from '../../../api/use-call.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialog.js';
import { toastDone } from '../../../ui/toast.js';
import { PictureField, type Picture } from '../components/picture-field.js';
import { TextForm } from '../components/text-form.js';

export interface CampaignAdminProps {
  readonly courseId: string;
  readonly state: CrowdfundBrief['state'];
  readonly onWritten: () => void;
  readonly onCancelled: () => void;
}

/** Lets the mentor of a campaign post an update or cancel the campaign. */
export function CampaignAdmin({ courseId, state, onWritten, onCancelled }: CampaignAdminProps): ReactElement | null {
  const t = useText();
  const [pictures, setPictures] = useState<readonly Picture[]>([]);
  const [isCancelling, setIsCancelling] = useState(false);
  const { isBusy, problem, call } = useCall(addCampaignUpdate);
  if (state === 'failed' || state === 'cancelled') return null;
  const send = async (content: string): Promise<boolean> => {
    const images = pictures.map(({ key }) => key);
    if ((await call({ course_id: courseId, content, images })) === undefined) return false;
    toastDone(t('campaign.update.sent'));
    setPictures([]);
    onWritten();
    return true;
  };
  return (
    <div className="grid gap-4 rounded-xl border border-line p-4">
      <TextForm
        label={t('campaign.update')}
        keepAs={`campaign-update ${courseId}`}
        submit={t('campaign.update.send')}
        maxLength={CAMPAIGN_UPDATE_MAX}
        isBusy={isBusy}
        problem={problem}
        onSend={send}
      >
        <PictureField pictures={pictures} max={CAMPAIGN_IMAGES_MAX} onChange={setPictures} />
      </TextForm>
      {(state === 'funding' || state === 'producing') && (
        <Button look="quiet" className="justify-self-start" onClick={() => setIsCancelling(true)}>
          {t('campaign.cancel')}
        </Button>
      )}
      <Dialog
        title={t('campaign.cancel.title')}
        text={t(state === 'producing' ? 'campaign.cancel.producing' : 'campaign.cancel.text')}
        isOpen={isCancelling}
        onClose={() => setIsCancelling(false)}
      >
        <Cancel
          courseId={courseId}
          onKeep={() => setIsCancelling(false)}
          onCancelled={() => {
            setIsCancelling(false);
            onCancelled();
          }}
        />
      </Dialog>
    </div>
  );
}

interface CancelProps {
  readonly courseId: string;
  readonly onKeep: () => void;
  readonly onCancelled: () => void;
}

/** A component of its own, so that its error is discarded when the dialog closes. */
function Cancel({ courseId, onKeep, onCancelled }: CancelProps): ReactElement {
  const t = useText();
  const { isBusy, problem, call } = useCall(cancelCrowdfund);
  const send = async (reason: string): Promise<boolean> => {
    const done = await call({ course_id: courseId, reason });
    if (done === undefined) return false;
    toastDone(t('campaign.cancel.done', { count: done.refunded }));
    onCancelled();
    return true;
  };
  return (
    <div className="grid gap-3">
      <TextForm
        label={t('campaign.cancel.reason')}
        keepAs={`campaign-cancel ${courseId}`}
        submit={t('campaign.cancel.confirm')}
        look="danger"
        maxLength={CANCEL_REASON_MAX}
        isBusy={isBusy}
        problem={problem}
        onSend={send}
      />
      <Button look="quiet" onClick={onKeep}>
        {t('campaign.cancel.keep')}
      </Button>
    </div>
  );
}
