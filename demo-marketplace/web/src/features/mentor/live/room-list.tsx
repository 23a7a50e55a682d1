import { deleteRoom, type LiveRoom } from '@lectern/marketplace-contract';
import { useQuery } from '@tanstack/react-query';
import { DoorOpen, Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { failureText } from '../../../api/failure-text.js';
import { useText } from '../../../i18n/use-text.js';
import { Button, LinkButton } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Empty } from '../../../ui/empty.js';
import { Failed } from '../../../ui/failed.js';
import { ListSkeleton } from '../../../ui/list-skeleton.js';
import { roomsQuery } from '../api/lives.js';
import { roomPath } from './live-paths.js';

/** The mentor's live rooms. */
export function RoomList(): ReactElement {
  const t = useText();
  const result = useQuery(roomsQuery());
  if (result.isLoadingError)
    return <Failed text={failureText(result.error, t)} onRetry={() => void result.refetch()} />;
  if (result.isPending) return <ListSkeleton rows={2} className="h-24" />;
  const { list } = result.data;
  if (list.length === 0) {
    return (
      <Empty icon={DoorOpen} title={t('plan.room.none')} text={t('plan.room.none.text')}>
        <LinkButton to={roomPath({})}>{t('plan.room.new')}</LinkButton>
      </Empty>
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="grid gap-4">
        {list.map((room) => (
          <Room key={room.id} room={room} onChanged={() => void result.refetch()} />
        ))}
      </ul>
      <LinkButton look="quiet" to={roomPath({})} className="justify-self-start">
        {t('plan.room.new')}
      </LinkButton>
    </div>
  );
}

function Room({ room, onChanged }: { readonly room: LiveRoom; readonly onChanged: () => void }): ReactElement {
  const t = useText();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, name } = room;
  return (
    <li>
      <article
        aria-label={name}
        className="flex flex-wrap items-center justify-between gap-3 rounded-2xl border border-line bg-surface p-4"
      >
        <div className="min-w-0">
          <h2 className="text-lg font-semibold break-words">{name}</h2>
          <p className="text-sm text-ink-soft">
            {[
              t(room.password === null ? 'plan.room.open' : 'plan.room.locked'),
              t(`plan.room.role.${room.default_role}`),
              t('plan.room.uses', { count: room.lives }),
            ].join(' · ')}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <LinkButton look="quiet" to={roomPath({ id })}>
            <Pencil aria-hidden className="size-4" />
            {t('plan.edit')}
          </LinkButton>
          {room.lives === 0 && (
            <Button look="quiet" onClick={() => setIsDeleting(true)}>
              <Trash2 aria-hidden className="size-4" />
              {t('plan.delete')}
            </Button>
          )}
        </div>
      </article>
      <ConfirmDialog
        title={t('plan.room.delete.title')}
        text={t('plan.delete.text', { title: name })}
        action={deleteRoom}
        body={isDeleting ? { id } : undefined}
        confirm={t('plan.delete.confirm')}
        keep={t('mentor.cancel')}
        onClose={() => setIsDeleting(false)}
        onDone={() => {
          setIsDeleting(false);
          onChanged();
        }}
      />
    </li>
  );
}
