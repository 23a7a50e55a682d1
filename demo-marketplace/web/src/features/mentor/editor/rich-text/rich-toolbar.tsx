import { Link2, type LucideIcon } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { useText } from '../../../../i18n/use-text.js';
import { keyShortcut, LINK_SHORTCUT, shownShortcut, TOOLS, type ToolId, type ToolState } from './tools.js';

/** Buttons of formatted text: one stop of the Tab key, and the arrow keys move within. */
export function RichToolbar({
  state,
  fieldId,
  isDisabled,
  onTool,
  onLink,
}: {
  readonly state: ToolState;
  readonly fieldId: string;
  readonly isDisabled: boolean;
  readonly onTool: (tool: ToolId) => void;
  readonly onLink: () => void;
}): ReactElement {
  const t = useText();
  const [current, setCurrent] = useState(0);
  const last = TOOLS.length;

  const move = (event: KeyboardEvent<HTMLElement>): void => {
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    };
    const next = targets[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    event.currentTarget.querySelectorAll('button')[next]?.focus();
  };

  const button = (
    index: number,
    { icon: Icon, name, shortcut }: { readonly icon: LucideIcon; readonly name: string; readonly shortcut: string },
    {
      isPressed,
      isOff,
      run,
    }: { readonly isPressed?: boolean | undefined; readonly isOff: boolean; readonly run: () => void },
  ): ReactElement => (
    <button
      key={name}
      type="button"
      aria-label={name}
      title={`${name} (${shownShortcut(shortcut)})`}
      aria-keyshortcuts={keyShortcut(shortcut)}
      aria-pressed={isPressed}
      aria-disabled={isOff}
      disabled={isDisabled}
      tabIndex={index === current ? 0 : -1}
      // The selection stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={() => setCurrent(index)}
      onClick={() => {
        if (!isOff) run();
      }}
      className="grid size-10 place-items-center rounded-lg hover:bg-sunken disabled:opacity-60 aria-disabled:opacity-40 aria-pressed:bg-accent-tint aria-pressed:text-accent"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );

  return (
    <div
      role="toolbar"
      aria-label={t('mentor.rich.tools')}
      aria-controls={fieldId}
      tabIndex={-1}
      onKeyDown={move}
      className="flex flex-wrap gap-1"
    >
      {TOOLS.map(({ id, icon, label, shortcut, isToggle }, index) =>
        button(
          index,
          { icon, name: t(label), shortcut },
          {
            isPressed: isToggle ? state.active.includes(id) : undefined,
            isOff: state.disabled.includes(id),
            run: () => onTool(id),
          },
        ),
      )}
      {button(
        last,
        { icon: Link2, name: t('mentor.rich.link'), shortcut: LINK_SHORTCUT },
        { isPressed: state.link !== undefined, isOff: false, run: onLink },
      )}
    </div>
  );
}
