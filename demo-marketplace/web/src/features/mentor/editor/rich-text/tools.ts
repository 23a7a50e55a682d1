import {
  Bold,
  Heading,
  Italic,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Underline,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { MessageId } from '../../../../i18n/messages.js';

export type ToolId = 'bold' | 'italic' | 'underline' | 'heading' | 'list' | 'numbers' | 'quote' | 'undo' | 'redo';

export interface Tool {
  readonly id: ToolId;
  readonly icon: LucideIcon;
  readonly label: MessageId;
  /** Key that is pressed with Ctrl, or with Command on Apple's systems. */
  readonly shortcut: string;
  /** True if the tool toggles a format; false if it acts once. */
  readonly isToggle: boolean;
}

export const TOOLS: readonly Tool[] = [
  { id: 'bold', icon: Bold, label: 'mentor.rich.bold', shortcut: 'B', isToggle: true },
  { id: 'italic', icon: Italic, label: 'mentor.rich.italic', shortcut: 'I', isToggle: true },
  { id: 'underline', icon: Underline, label: 'mentor.rich.underline', shortcut: 'U', isToggle: true },
  { id: 'heading', icon: Heading, label: 'mentor.rich.heading', shortcut: 'Alt+3', isToggle: true },
  { id: 'list', icon: List, label: 'mentor.rich.list', shortcut: 'Shift+8', isToggle: true },
  { id: 'numbers', icon: ListOrdered, label: 'mentor.rich.numbers', shortcut: 'Shift+7', isToggle: true },
  { id: 'quote', icon: Quote, label: 'mentor.rich.quote', shortcut: 'Shift+B', isToggle: true },
  { id: 'undo', icon: Undo2, label: 'mentor.rich.undo', shortcut: 'Z', isToggle: false },
  { id: 'redo', icon: Redo2, label: 'mentor.rich.redo', shortcut: 'Y', isToggle: false },
];

/** The link of the selection is opened with this key. */
export const LINK_SHORTCUT = 'K';

/** State of the toolbar at the selection. */
export interface ToolState {
  readonly active: readonly ToolId[];
  readonly disabled: readonly ToolId[];
  /** Address of the link that the selection is in. */
  readonly link: string | undefined;
}

export const NOTHING_ACTIVE: ToolState = { active: [], disabled: [], link: undefined };

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Value of `aria-keyshortcuts`. */
export const keyShortcut = (shortcut: string): string => `${isApple() ? 'Meta' : 'Control'}+${shortcut}`;

/** Shortcut as people read it, e.g. `Ctrl+B` or `⌘B`. */
export const shownShortcut = (shortcut: string): string =>
  isApple()
    ? shortcut.split('+').reduce((keys, key) => keys + ({ Alt: '⌥', Shift: '⇧' }[key] ?? key), '⌘')
    : `Ctrl+${shortcut}`;
