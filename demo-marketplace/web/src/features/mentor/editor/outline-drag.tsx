import {
  DndContext,
  DragOverlay,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type DragEndEvent,
  type DragMoveEvent,
} from '@dnd-kit/core';
import { GripVertical } from 'lucide-react';
import { createContext, use, useState, type ReactElement, type ReactNode, type RefCallback } from 'react';
import type { UnitPlace } from './lists.js';
import { DragPointerSensor } from './pointer-sensor.js';
import { chapterSlot, unitSlot, type ChapterReach, type Reach } from './slots.js';

/** A chapter, or a unit of one. */
export type OutlinePart = { readonly kind: 'chapter'; readonly at: number } | ({ readonly kind: 'unit' } & UnitPlace);

/** A move of a part: the part, and the position before which it would be placed. */
export interface OutlineMove {
  readonly part: OutlinePart;
  readonly to: OutlinePart;
}

const Moving = createContext<OutlineMove | undefined>(undefined);

/** The dragged part and its drop target; undefined while nothing would move. */
export const useOutlineMove = (): OutlineMove | undefined => use(Moving);

const partOf = (data: unknown): OutlinePart | undefined => data as OutlinePart | undefined;
const activePart = ({ data }: Active): OutlinePart | undefined => partOf(data.current);

/** Finds the gap nearest to the pointer, and returns it as the data of the collision. */
const nearestGap: CollisionDetection = ({ active, droppableContainers, droppableRects, pointerCoordinates }) => {
  const part = activePart(active);
  if (part === undefined || pointerCoordinates === null) return [];
  const chapters: (Reach & { units: Reach[] })[] = [];
  const places = droppableContainers.flatMap(({ id, data }) => {
    const place = partOf(data.current);
    const reach = droppableRects.get(id);
    return place === undefined || reach === undefined ? [] : [{ place, reach }];
  });
  for (const { place, reach } of places) {
    if (place.kind === 'chapter') chapters[place.at] = { top: reach.top, bottom: reach.bottom, units: [] };
  }
  for (const { place, reach } of places) {
    if (place.kind === 'unit') chapters[place.chapter]?.units.splice(place.at, 0, reach);
  }
  const { y } = pointerCoordinates;
  const found =
    part.kind === 'chapter' ? { at: chapterSlot(chapters, y) } : unitSlot(chapters satisfies ChapterReach[], y);
  const [over] = droppableContainers;
  return found === undefined || over === undefined
    ? []
    : [{ id: over.id, data: { to: { kind: part.kind, ...found } } }];
};

/** Returns true if the move would not change the order. */
const isHome = ({ part, to }: OutlineMove): boolean =>
  (part.kind === 'chapter' || (to.kind === 'unit' && to.chapter === part.chapter)) &&
  (to.at === part.at || to.at === part.at + 1);

const moveOf = ({ active, collisions }: Pick<DragMoveEvent, 'active' | 'collisions'>): OutlineMove | undefined => {
  const part = activePart(active);
  const to = partOf(collisions?.[0]?.data?.['to']);
  return part === undefined || to === undefined || isHome({ part, to }) ? undefined : { part, to };
};

/** Screen reader users move parts with the labelled buttons, so dragging is not announced. */
const SILENT = {
  announcements: {
    onDragStart: () => undefined,
    onDragOver: () => undefined,
    onDragEnd: () => undefined,
    onDragCancel: () => undefined,
  },
  screenReaderInstructions: { draggable: '' },
};

export interface OutlineDragProps {
  /** The name of the dragged part, shown under the pointer. */
  readonly nameOf: (part: OutlinePart) => string;
  readonly onMove: (move: OutlineMove) => void;
  readonly children: ReactNode;
}

/** The dragged part and its move; `move` is undefined while dropping would not change the order. */
interface Drag {
  readonly part: OutlinePart | undefined;
  readonly move: OutlineMove | undefined;
}

/** Makes chapters and units draggable by mouse, finger and pen; Escape cancels a drag. */
export function OutlineDrag({ nameOf, onMove, children }: OutlineDragProps): ReactElement {
  const sensors = useSensors(useSensor(DragPointerSensor));
  const [drag, setDrag] = useState<Drag>();
  const end = (): void => setDrag(undefined);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={nearestGap}
      accessibility={SILENT}
      onDragStart={({ active }) => setDrag({ part: activePart(active), move: undefined })}
      onDragMove={(event) => {
        const move = moveOf(event);
        // The last move may be reported after the end of the drag.
        setDrag((current) =>
          current === undefined || JSON.stringify(current.move) === JSON.stringify(move)
            ? current
            : { ...current, move },
        );
      }}
      onDragEnd={(event: DragEndEvent) => {
        const last = moveOf(event);
        end();
        if (last !== undefined) onMove(last);
      }}
      onDragCancel={end}
    >
      <Moving value={drag?.move}>{children}</Moving>
      <DragOverlay dropAnimation={null} className="h-auto! w-max! max-w-[80vw]">
        {drag?.part !== undefined && (
          <span className="flex items-center gap-2 rounded-xl border border-accent bg-surface px-3 py-2 font-medium shadow-card">
            <GripVertical aria-hidden className="size-5 shrink-0" />
            <span className="truncate">{nameOf(drag.part)}</span>
          </span>
        )}
      </DragOverlay>
    </DndContext>
  );
}

export interface DragPlace {
  /** Ref of the whole element. */
  readonly place: RefCallback<HTMLElement>;
  /** The drag handle. */
  readonly handle: ReactElement;
  /** True while this part is dragged. */
  readonly isDragged: boolean;
  /** The gap at which the dragged part would be dropped: before this element, or after it if it is the last one. */
  readonly gap: 'before' | 'after' | undefined;
}

/** A chapter or a unit that can be dragged, and others before and behind it. */
export function useDragPlace(uid: string, part: OutlinePart, isLast: boolean, isLocked: boolean): DragPlace {
  const data = { ...part };
  const { setNodeRef: place } = useDroppable({ id: uid, data, disabled: isLocked });
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: uid, data, disabled: isLocked });
  const to = useOutlineMove()?.to;
  const isHere =
    to?.kind === part.kind && (part.kind === 'chapter' || (to.kind === 'unit' && to.chapter === part.chapter));
  const gap = !isHere ? undefined : to.at === part.at ? 'before' : isLast && to.at > part.at ? 'after' : undefined;
  const handle = (
    // By the keyboard there are the buttons beside it.
    <span
      ref={setNodeRef}
      {...listeners}
      aria-hidden
      data-drag={part.kind}
      className={`grid size-11 shrink-0 touch-none place-items-center rounded-xl text-ink-soft select-none ${
        isLocked ? 'opacity-40' : 'cursor-grab hover:bg-sunken hover:text-ink active:cursor-grabbing'
      }`}
    >
      <GripVertical className="size-5" />
    </span>
  );
  return { place, handle, isDragged: isDragging, gap };
}

/** A line at the position where the dragged part would be dropped. */
export const GAP_LINE =
  'relative data-[gap]:before:absolute data-[gap]:before:inset-x-0 data-[gap]:before:h-1 data-[gap]:before:rounded-full data-[gap]:before:bg-accent data-[gap=before]:before:-top-2.5 data-[gap=after]:before:-bottom-2.5';
