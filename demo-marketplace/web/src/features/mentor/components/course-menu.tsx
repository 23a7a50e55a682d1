import { Copy, Eye, Pause, Play, ScanEye, Trash2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { ManagedCard } from '@lectern/marketplace-contract';
import { useText } from '../../../i18n/use-text.js';
import { Menu, MenuAction, MenuLink, type MenuProps } from '../../../ui/menu.js';

export interface CourseMenuProps extends Omit<MenuProps, 'children'> {
  readonly course: ManagedCard;
  readonly onPause: () => void;
  readonly onCopy: () => void;
  readonly onDelete: () => void;
}

/** The actions of a course that are needed less often than editing it and reading its figures. */
export function CourseMenu({ course, onPause, onCopy, onDelete, ...menu }: CourseMenuProps): ReactElement {
  const t = useText();
  const { id, status, change, is_paused: isPaused } = course;
  const Toggle = isPaused ? Play : Pause;
  return (
    <Menu {...menu}>
      {(status !== 'approved' || change !== 'none') && (
        <MenuLink to={`/t_kecheng_add?id=${id}&view=preview`}>
          <ScanEye aria-hidden className="mr-3 size-4" />
          {t('mentor.preview')}
        </MenuLink>
      )}
      {status === 'approved' && (
        <>
          <MenuLink to={`/video-info?id=${id}`}>
            <Eye aria-hidden className="mr-3 size-4" />
            {t('mentor.courses.view')}
          </MenuLink>
          <MenuAction onSelect={onPause}>
            <Toggle aria-hidden className="mr-3 size-4" />
            {t(isPaused ? 'mentor.courses.resume' : 'mentor.courses.pause')}
          </MenuAction>
        </>
      )}
      <MenuAction onSelect={onCopy}>
        <Copy aria-hidden className="mr-3 size-4" />
        {t('mentor.courses.copy')}
      </MenuAction>
      {course.learners === 0 && (course.crowdfund_percent ?? 0) === 0 && (
        <MenuAction onSelect={onDelete}>
          <Trash2 aria-hidden className="mr-3 size-4" />
          {t('mentor.courses.delete')}
        </MenuAction>
      )}
    </Menu>
  );
}
